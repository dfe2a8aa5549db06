{#
  Whether a relation is a view or an ephemeral model of the project: a ref does not say whether it is a view. The rows
  of a unit test, where dbt's graph is empty, stand for those of a table.
#}
{% macro _is_query(relation) %}
  {% if relation.is_cte %}
    {{ return((graph.get('nodes') or {}) != {}) }}
  {% endif %}
  {% for node in tablestore._nodes_of(relation) %}
    {{ return(tablestore._config_of(node).materialized in ['view', 'materialized_view']) }}
  {% endfor %}
  {{ return(relation.is_view or false) }}
{% endmacro %}
