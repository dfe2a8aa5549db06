{# All columns of an alias except the `hidden` ones, which are given quoted. #}
{% macro _all_columns_except(alias, hidden) %}
  {{ return(alias ~ '.*' ~ (' except (' ~ hidden | join(', ') ~ ')' if hidden else '')) }}
{% endmacro %}
