{# A text as a Spark string literal. #}
{% macro _text(value) %}
  {{ return("'" ~ (value | string) | replace('\\', '\\\\') | replace("'", "\\'") ~ "'") }}
{% endmacro %}
