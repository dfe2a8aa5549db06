{#
  The side tables of a keyed table that stay: suffix of the name -> columns by which such a table is recognized. Those of one
  commit or one run have a name of their own, see `_run_table_suffixes`.
#}
{% macro _side_table_columns() %}
  {% set log = ['_row_kind', '_commit', '_committed_at'] %}
  {{ return({
    '__commits': ['epoch', 'invocation_id', 'offsets'],
    '__changelog': log,
    '__uncompacted': log,
  }) }}
{% endmacro %}
