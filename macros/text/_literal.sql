{#
  A Python or YAML value as a Spark literal. Text is always a string, even text that looks like a number or a date. The
  adapter's `sql.literals.literal` writes the same ones.
#}
{% macro _literal(value) %}
  {% if value is none %}
    {{ return('null') }}
  {% elif value is boolean %}
    {{ return(value | string | lower) }}
  {% elif value is float %}
    {{ return("double('" ~ value ~ "')" if value | string in ['inf', '-inf', 'nan'] else value ~ 'D') }}
  {% elif value is number %}
    {{ return(value | string if value is integer else '{:f}BD'.format(value)) }}
  {% elif value.isoformat is defined %}
    {% set kind = 'date ' if value.hour is not defined else 'timestamp ' if value.year is defined else 'time ' %}
    {{ return(kind ~ tablestore.string_literal(value)) }}
  {% endif %}
  {{ return(tablestore.string_literal(value)) }}
{% endmacro %}

{# `string_literal` of texts, as a list. #}
{% macro _string_literals(values) %}
  {% set literals = [] %}
  {% for value in values %}
    {% do literals.append(tablestore.string_literal(value)) %}
  {% endfor %}
  {{ return(literals) }}
{% endmacro %}

{# A point in time, given as text, as a Spark literal; null if there is none. #}
{% macro _timestamp_literal(text) %}
  {{ return('timestamp ' ~ tablestore.string_literal(text) if text else 'cast(null as timestamp)') }}
{% endmacro %}
