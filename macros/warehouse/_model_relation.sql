{#
  The table of a model, whether it exists or not. A target without catalogs has no database, and `model` then has no
  such key.
#}
{% macro _model_relation(node) %}
  {{ return(api.Relation.create(database=node.database or none, schema=node.schema, identifier=node.alias,
      type='table')) }}
{% endmacro %}
