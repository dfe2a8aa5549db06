{#
  The query of a batch. dbt lets only the materialization itself run a Python model, so the adapter has already computed
  its rows into a side table, which `_drop_batch` removes after the commit.
#}
{% macro _batch_query(relation, code) %}
  {{ return('select * from ' ~ tablestore._batch_table(relation) if model.language == 'python' else code) }}
{% endmacro %}
