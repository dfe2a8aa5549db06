{#
  The table or view that has the rows of a relation; none if there is none yet, and for an ephemeral model, of which an
  earlier table can be left. The rows of a unit test, where dbt's graph is empty, stand for those of a table, which the
  adapter's relation says; that of dbt-spark does not.
#}
{% macro _stored_relation(relation) %}
  {% if not execute or relation is string or (relation.is_cte and (not relation.schema or graph.get('nodes'))) %}
    {{ return(none) }}
  {% endif %}
  {% set stored = relation if not relation.is_cte else api.Relation.create(database=relation.database,
      schema=relation.schema, identifier=relation.identifier.removeprefix('__dbt__cte__')) %}
  {{ return(stored if load_relation(stored) is not none else none) }}
{% endmacro %}
