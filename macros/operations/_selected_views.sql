{# The materialized views with these names; all of the project for none. #}
{% macro _selected_views(operation, select) %}
  {% do tablestore._require_adapter(operation) %}
  {% set nodes = [] %}
  {% for node in graph.nodes.values()
      if node.resource_type == 'model' and select is none
      and tablestore._model_config(node).materialized == 'materialized_view' %}
    {% do nodes.append(node) %}
  {% endfor %}
  {% for name in tablestore._model_names(select) if select is not none %}
    {% do nodes.append(tablestore._view_named(operation, name)) %}
  {% endfor %}
  {{ return(nodes) }}
{% endmacro %}
