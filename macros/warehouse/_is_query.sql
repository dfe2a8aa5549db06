{#
  Whether a relation is a view or an ephemeral model. A ref does not say whether it is a view. The rows of a unit test,
  where dbt's graph is empty, stand for those of a table.
#}
{% macro _is_query(relation) %}
  {% if relation.is_cte %}
    {{ return(graph.get('nodes') | length > 0) }}
  {% endif %}
  {% set found = load_relation(relation) if execute and not relation.type else relation %}
  {{ return(found is not none and (found.is_view or found.is_materialized_view) or false) }}
{% endmacro %}
