{# The materialized view with this name. #}
{% macro _view_named(operation, name) %}
  {% set node = tablestore._model_named(operation, name) %}
  {% set materialized = tablestore._config_of(node).materialized %}
  {% if materialized != 'materialized_view' %}
    {% do tablestore.fail(operation, ["model '" ~ name ~ "' is materialized as '" ~ materialized
        ~ "'; write materialized='materialized_view'"]) %}
  {% endif %}
  {{ return(node) }}
{% endmacro %}

{# The materialized views with these names; all of the project for none. #}
{% macro _selected_views(operation, select) %}
  {% do tablestore._require_adapter(operation) %}
  {% set nodes = [] %}
  {% for node in graph.nodes.values()
      if node.resource_type == 'model' and select is none
      and tablestore._config_of(node).materialized == 'materialized_view' %}
    {% do nodes.append(node) %}
  {% endfor %}
  {% for name in tablestore._model_names(select) if select is not none %}
    {% do nodes.append(tablestore._view_named(operation, name)) %}
  {% endfor %}
  {{ return(nodes) }}
{% endmacro %}
