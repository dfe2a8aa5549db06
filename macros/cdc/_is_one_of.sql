{# Whether an expression is one of some words, as SQL. #}
{% macro _is_one_of(expression, words) %}
  {% set texts = "', '".join(words) %}
  {{ return(expression ~ (" = '" ~ texts ~ "'" if words | length == 1 else " in ('" ~ texts ~ "')")) }}
{% endmacro %}
