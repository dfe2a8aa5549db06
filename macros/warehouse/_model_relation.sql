{# The table of a model, whether it exists or not. #}
{% macro _model_relation(node) %}
  {{ return(api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias, type='table')) }}
{% endmacro %}
