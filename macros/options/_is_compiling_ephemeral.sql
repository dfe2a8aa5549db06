{# Whether the model that is compiled is ephemeral: its query becomes a part of others. #}
{% macro _is_compiling_ephemeral() %}
  {{ return(model is defined and model.config is defined and model.config.materialized == 'ephemeral') }}
{% endmacro %}
