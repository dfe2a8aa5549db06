{# Whether the model that is compiled has one of these materializations. #}
{% macro _is_compiled_as(materializations) %}
  {{ return(model is defined and model.config is defined and model.config.materialized in materializations) }}
{% endmacro %}
