{#
  The model of the project with a name, as {node, near}: its node, none if there is none, and then ", did you mean 'a'?"
  of names that are close to it. `orders.v1` is a version, and `orders` the latest one, as for ref().
#}
{% macro _found_model(name) %}
  {% set names = [] %}
  {% for node in graph.get('nodes', {}).values() if node.resource_type == 'model' %}
    {% set full, is_latest = tablestore.versioned_name(node), node.get('version') == node.get('latest_version') %}
    {% if name == full or name == node.name and is_latest %}
      {{ return({'node': node, 'near': ''}) }}
    {% endif %}
    {% do names.append(full) %}
  {% endfor %}
  {{ return({'node': none, 'near': tablestore._near_names(name, names)}) }}
{% endmacro %}
