{# What `dbt --select` takes for the node that a relation belongs to; the relation's own name if it belongs to none. #}
{% macro _selected_name(relation) %}
  {% set nodes = tablestore._nodes_of(relation) %}
  {{ return(tablestore.versioned_name(nodes[0]) if nodes else relation.identifier) }}
{% endmacro %}
