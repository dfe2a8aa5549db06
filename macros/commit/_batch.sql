{# Drops the table with the rows of a Python model, and its files. #}
{% macro _batch_drop(plan, relation) %}
  {% set table = tablestore._batch_table(relation, plan.side_schema) %}
  {% do tablestore._run([tablestore._drop_statement(plan.table_format, table)]) %}
{% endmacro %}

{#
  The side table with the rows of a Python model, in this run. Only a materialization can run a Python model, so the
  adapter writes them before the commit, and the table is dropped after it.
#}
{% macro _batch_table(relation, side_schema) %}
  {% set suffix = '__batch_' ~ local_md5(invocation_id ~ relation)[:8] %}
  {{ return(tablestore.side_table(relation, suffix, side_schema).incorporate(type='table')) }}
{% endmacro %}
