{# A relation without the limits that dbt's --empty and --sample put on it. #}
{% macro _bare_relation(relation) %}
  {{ return(api.Relation.create(database=relation.database, schema=relation.schema, identifier=relation.identifier)) }}
{% endmacro %}
