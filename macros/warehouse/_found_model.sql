{#
  The model of the project with a name, as {node, near}: its node, none if there is none, and then ", did you mean 'a'?"
  of names that are close to it. `orders.v1` is a version, and `orders` the latest one, as for ref(). Packages can have
  models of one name: `crm.orders` is that of the package crm, and `orders` that of the project, if it has one.
#}
{% macro _found_model(name) %}
  {% set found, names = tablestore._models_named(name), [] %}
  {% for node in graph.get('nodes', {}).values() if not found and node.resource_type == 'model' %}
    {% do names.append(tablestore.versioned_name(node)) %}
  {% endfor %}
  {% set own = found | selectattr('package_name', 'equalto', project_name) | list %}
  {{ return({'node': (own or found or [none])[0], 'near': '' if found else tablestore._near_names(name, names)}) }}
{% endmacro %}
