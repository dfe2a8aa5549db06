{# Whether the model that is compiled is ephemeral: its query becomes a part of others. #}
{% macro _is_compiling_ephemeral() %}
  {{ return(model is defined and model.config is defined and model.config.materialized == 'ephemeral') }}
{% endmacro %}

{# Whether the model that is compiled is a view: its query runs later than the run that creates it. #}
{% macro _is_compiling_view() %}
  {{ return(model is defined and model.config is defined and model.config.materialized == 'view') }}
{% endmacro %}

{# Whether the command compiles models and runs none of them. #}
{% macro _is_compiling_only() %}
  {{ return(flags.WHICH in ['compile', 'generate']) }}
{% endmacro %}
