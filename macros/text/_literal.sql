{# A Python or YAML value as a Spark literal. Text is always a string, also text that looks like a number or a date. #}
{% macro _literal(value) %}
  {% if value is none %}
    {{ return('null') }}
  {% elif value is boolean %}
    {{ return(value | string | lower) }}
  {% elif value is number %}
    {{ return(value | string) }}
  {% elif value.isoformat is defined %}
    {{ return(('timestamp ' if value.hour is defined else 'date ') ~ tablestore._string_literal(value)) }}
  {% endif %}
  {{ return(tablestore._string_literal(value)) }}
{% endmacro %}
