{# Whether a row of the batch takes values back; none when no row of the model can. #}
{% macro _is_retraction(plan) %}
  {% if not plan.kind_column or plan.options.ignore_delete %}
    {{ return(none) }}
  {% endif %}
  {{ return("_kind = '-D'" if plan.options.ignore_update_before else "_kind in ('-U', '-D')") }}
{% endmacro %}
