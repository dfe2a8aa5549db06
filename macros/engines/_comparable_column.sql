{# An expression to compare a column by, see `_comparable`. #}
{% macro _comparable_column(column, prefix='') %}
  {{ return(tablestore._comparable(prefix ~ column.quoted, column.type)) }}
{% endmacro %}
