{#
  The query of a keyed model's batch. dbt lets only a materialization itself run a Python model, so the adapter has
  computed its rows already, into a table beside the model; `_drop_batch` removes it when the commit is done.
#}
{% macro _batch_query(relation, code) %}
  {{ return('select * from ' ~ tablestore._batch_table(relation) if model.language == 'python' else code) }}
{% endmacro %}

{% macro _drop_batch(relation) %}
  {% if model.language == 'python' %}
    {% do adapter.drop_relation(tablestore._batch_table(relation)) %}
  {% endif %}
{% endmacro %}

{% macro _batch_table(relation) %}
  {{ return(relation.incorporate(path={'identifier': relation.identifier ~ '__batch'}, type='table')) }}
{% endmacro %}
