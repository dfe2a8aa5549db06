{# The keyed model with this name, for an operation that needs the adapter. #}
{% macro _planned_model(operation, name) %}
  {% do tablestore._require_adapter(operation) %}
  {% set node = tablestore._model_named(operation, name) %}
  {% if not tablestore.is_keyed(node) %}
    {% do tablestore._fail(operation, ["model '" ~ name ~ "' is not a keyed model: it has no primary_key, keeps no state and needs no plan"]) %}
  {% endif %}
  {{ return(node) }}
{% endmacro %}
