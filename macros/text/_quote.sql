{# A column name as Spark quotes it. #}
{% macro _quote(name) %}
  {{ return('`' ~ (name | string).strip('`') | replace('`', '``') ~ '`') }}
{% endmacro %}
