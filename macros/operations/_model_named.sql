{# The model with this name. If there is none, the operation fails and suggests similar names. #}
{% macro _model_named(operation, name) %}
  {% set models = graph.nodes.values() | selectattr('resource_type', 'equalto', 'model') | list %}
  {% set found = models | selectattr('name', 'equalto', name) | list %}
  {% if not found %}
    {% do tablestore._fail(operation, ["there is no model '" ~ name ~ "'"
        ~ tablestore._near_names(name, models | map(attribute='name') | list)]) %}
  {% endif %}
  {{ return(found[0]) }}
{% endmacro %}
