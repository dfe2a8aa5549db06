{# A text as a Spark string literal, on one line. #}
{% macro _string_literal(value) %}
  {% set escaped = (value | string) | replace('\\', '\\\\') | replace("'", "\\'") %}
  {{ return("'" ~ escaped | replace('\n', '\\n') | replace('\r', '\\r') ~ "'") }}
{% endmacro %}
