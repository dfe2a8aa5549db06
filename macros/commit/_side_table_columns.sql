{#
  All side tables of a keyed table: suffix of the name -> columns by which such a table is recognized. The rows of a Python
  model have any columns; their table has a property instead.
#}
{% macro _side_table_columns() %}
  {% set log = ['_row_kind', '_commit', '_committed_at'] %}
  {{ return({
    '__commit': ['_rows'],
    '__commits': ['epoch', 'invocation_id', 'offsets'],
    '__changelog': log,
    '__uncompacted': log,
    '__input': ['_kind'],
    '__batch': [],
  }) }}
{% endmacro %}
