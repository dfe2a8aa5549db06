{#
  The text of a value that Debezium writes as a number or bytes, as SQL over the column that has it: that of Spark, or
  one that its types do not have.

    facts  what a schema says of the column, see `_connect_type`
#}
{% macro _text_of_value(column, facts) %}
  {% if facts.get('text') == 'decimal' %}
    {{ return(tablestore._text_of_decimal(column, facts.get('scale', 0))) }}
  {% endif %}
  {{ return(tablestore._text_of_time(column, facts.unit) if facts.get('text') == 'time' else column) }}
{% endmacro %}

{# A time of day, or of MySQL, a duration of up to 838 hours, from the number of its units. #}
{% macro _text_of_time(number, unit) %}
  {% set digits = {'millis': 3, 'micros': 6, 'nanos': 9}[unit] %}
  {% set units = '1' ~ '0' * digits ~ 'L' %}
  {% set size = 'abs(bigint(' ~ number ~ '))' %}
  {% set seconds, rest = size ~ ' div ' ~ units, size ~ ' % ' ~ units %}
  {% set parts = ['if(' ~ number ~ " < 0, '-', '')"] %}
  {% for part in [seconds ~ ' div 3600', seconds ~ ' div 60 % 60', seconds ~ ' % 60'] %}
    {% do parts.append("if(" ~ part ~ " < 10, '0', ''), string(" ~ part ~ ')' ~ (", ':'" if not loop.last else '')) %}
  {% endfor %}
  {% do parts.append('if(' ~ rest ~ " = 0, '', concat('.', rtrim('0', lpad(string(" ~ rest ~ '), ' ~ digits
      ~ ", '0'))))") %}
  {{ return('concat(' ~ parts | join(', ') ~ ')') }}
{% endmacro %}
