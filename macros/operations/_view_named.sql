{# The materialized view with this name. #}
{% macro _view_named(operation, name) %}
  {% set node = tablestore._model_named(operation, name) %}
  {% set materialized = tablestore._model_config(node).materialized %}
  {% if materialized != 'materialized_view' %}
    {% do tablestore._fail(operation, ["model '" ~ name ~ "' is materialized as '" ~ materialized
        ~ "'; write materialized='materialized_view'"]) %}
  {% endif %}
  {{ return(node) }}
{% endmacro %}
