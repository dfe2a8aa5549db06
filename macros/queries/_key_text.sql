{# A key as text. dbt reads the texts `null` and nothing as null, so a character precedes it. #}
{% macro _key_text(expression) %}
  {{ return("concat(':', cast(" ~ expression ~ ' as string))') }}
{% endmacro %}
