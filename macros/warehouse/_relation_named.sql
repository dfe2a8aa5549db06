{#
  The relation of the model, seed or snapshot with this name. Anything else stays as it is, such as `main.orders` or a query.
  In a unit test, dbt's graph is empty.
#}
{% macro _relation_named(relation) %}
  {% if execute and relation is string %}
    {% for node in (graph.nodes or {}).values() if node.name == relation and node.resource_type in ['model', 'seed', 'snapshot'] %}
      {{ return(tablestore._model_relation(node)) }}
    {% endfor %}
  {% endif %}
  {{ return(relation) }}
{% endmacro %}
