{#
  Whether a value is a date that exists, as text, with or without a time of day. As in Spark, a time zone follows
  seconds.
#}
{% macro _is_point_in_time(value) %}
  {% set date, time = '([1-9]\\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])', '([01]\\d|2[0-3]):[0-5]\\d' %}
  {% set zone = '(Z|[+-](0\\d|1[0-7]):[0-5]\\d|[+-]18:00)' %}
  {% set pattern = date ~ '([ T]' ~ time ~ '(:[0-5]\\d(\\.\\d{1,6})?' ~ zone ~ '?)?)?\\Z' %}
  {% set parts = modules.re.match(pattern, value | string) %}
  {% if not parts %}
    {{ return(false) }}
  {% endif %}
  {% set year, month, day = parts.group(1) | int, parts.group(2) | int, parts.group(3) | int %}
  {# the last day of December is in the pattern, and no date comes after that of the year 9999 #}
  {% set next = modules.datetime.date(year, month + 1, 1) if month < 12 else none %}
  {{ return(next is none or day <= (next - modules.datetime.timedelta(days=1)).day) }}
{% endmacro %}
