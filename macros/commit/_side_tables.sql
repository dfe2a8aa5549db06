{# The side tables that stay, of a table with this changelog producer, see `_side_tables_all`. #}
{% macro _side_tables(producer) %}
  {% set tables = tablestore._side_tables_all() %}
  {% for suffix, is_unused in {'__changelog': producer == 'none',
      '__uncompacted': producer != 'full-compaction'}.items() if is_unused %}
    {% do tables.pop(suffix) %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}

{#
  The side tables of a keyed table that stay: suffix of the name -> columns by which such a table is recognized. Those
  of one commit or one run have a name of their own, see `_run_table_suffixes`.
#}
{% macro _side_tables_all() %}
  {% set log = ['_row_kind', '_commit', '_committed_at'] %}
  {{ return({
    '__commits': ['epoch', 'invocation_id', 'offsets'],
    '__changelog': log,
    '__uncompacted': log,
  }) }}
{% endmacro %}

{# Whether a keyed model wrote a table, by the columns of such a side table, see `_side_tables_all`. #}
{% macro _side_tables_recognized(table, columns) %}
  {% set names = tablestore._describe_table(table) | map(attribute='name') | list %}
  {{ return(columns | reject('in', names) | list | length == 0) }}
{% endmacro %}
