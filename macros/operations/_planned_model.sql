{# The keyed model or materialized view with this name, for an operation that needs the adapter. #}
{% macro _planned_model(operation, name) %}
  {% do tablestore._require_adapter(operation) %}
  {% set node = tablestore._model_named(operation, name) %}
  {% if not tablestore._has_plan(node) %}
    {% do tablestore._fail(operation, ["model '" ~ name
        ~ "' is not a keyed model: it has no primary_key, keeps no state and needs no plan"]) %}
  {% endif %}
  {{ return(node) }}
{% endmacro %}
