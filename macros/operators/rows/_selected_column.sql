{# One column of a join as an item of SELECT. #}
{% macro _selected_column(column) %}
  {% set name = '*' if column.name == '*' else tablestore._quote(column.name, exact=true) %}
  {% set alias = '' if column.alias == column.name else ' as ' ~ tablestore._quote(column.alias, exact=true) %}
  {{ return((column.side ~ '.' if column.side) ~ name ~ alias) }}
{% endmacro %}
