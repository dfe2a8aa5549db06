{# The opposite of `_is_retraction`, for a model whose rows can be retractions. #}
{% macro _is_addition(plan) %}
  {{ return("_kind <> '-D'" if plan.options.ignore_update_before else "_kind not in ('-U', '-D')") }}
{% endmacro %}
