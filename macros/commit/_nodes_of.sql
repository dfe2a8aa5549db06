{# The models, seeds and snapshots of the project that a relation belongs to. #}
{% macro _nodes_of(relation) %}
  {% set found, name = [], relation.identifier | lower %}
  {% for node in graph.get('nodes', {}).values() if (node.alias or '') | lower == name
      and node.resource_type in ['model', 'seed', 'snapshot'] %}
    {% if (node.schema | lower, node.database | lower) == (relation.schema | lower, relation.database | lower)
        and tablestore._config_of(node).materialized != 'ephemeral' %}
      {% do found.append(node) %}
    {% endif %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}
