{#
  The model of the project with a name, as {node, near}: its node, none if there is none, and then ", did you mean 'a'?"
  of names that are close to it.
#}
{% macro _found_model(name) %}
  {% set names = [] %}
  {% for node in graph.get('nodes', {}).values() if node.resource_type == 'model' %}
    {% if node.name == name %}
      {{ return({'node': node, 'near': ''}) }}
    {% endif %}
    {% do names.append(node.name) %}
  {% endfor %}
  {{ return({'node': none, 'near': tablestore._near_names(name, names)}) }}
{% endmacro %}
