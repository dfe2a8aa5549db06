{#
  The query of a batch. Only a materialization can run a Python model, so the adapter has already written the rows of a
  Python model to a side table, which `_drop_batch` drops after the commit.
#}
{% macro _batch_query(relation, code, side_schema) %}
  {{ return('select * from ' ~ tablestore._batch_table(relation, side_schema) if model.language == 'python' else code) }}
{% endmacro %}
