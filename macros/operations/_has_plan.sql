{# Whether a model can have a compiled plan. #}
{% macro _has_plan(node) %}
  {{ return(tablestore.is_keyed(node) or tablestore._model_config(node).materialized == 'materialized_view') }}
{% endmacro %}
