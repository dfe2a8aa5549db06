{# A table beside the model's table. #}
{% macro _sibling(relation, suffix) %}
  {{ return(relation.incorporate(path={'identifier': relation.identifier ~ suffix})) }}
{% endmacro %}

{# Its name. #}
{% macro _beside(relation, suffix) %}
  {{ return(tablestore._sibling(relation, suffix) | string) }}
{% endmacro %}

{# The table of a model, whether it is there or not. #}
{% macro _relation_of(node) %}
  {{ return(api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias, type='table')) }}
{% endmacro %}
