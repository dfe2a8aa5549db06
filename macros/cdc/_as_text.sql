{# A value of a type as text. #}
{% macro _as_text(value, type) %}
  {{ return(value if type == 'string' else 'string(' ~ value ~ ')') }}
{% endmacro %}
