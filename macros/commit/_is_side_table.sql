{# Whether a keyed model wrote a table, by the columns of such a side table, see `_side_table_columns`. #}
{% macro _is_side_table(table, columns) %}
  {% set names = tablestore._table_columns(table) | map(attribute='name') | list %}
  {{ return(columns | reject('in', names) | list | length == 0) }}
{% endmacro %}
