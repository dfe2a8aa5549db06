{# All columns of an alias but the `hidden` ones, which are quoted. #}
{% macro _all_columns_except(alias, hidden) %}
  {{ return(alias ~ '.*' ~ (' except (' ~ hidden | join(', ') ~ ')' if hidden else '')) }}
{% endmacro %}
