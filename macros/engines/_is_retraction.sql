{# Whether a row of the batch is a retraction (-U or -D); none if the model has no retractions. #}
{% macro _is_retraction(plan, prefix='') %}
  {% if not plan.kind_column or plan.options.ignore_delete %}
    {{ return(none) }}
  {% endif %}
  {{ return(prefix ~ ("_kind = '-D'" if plan.options.ignore_update_before else "_kind in ('-U', '-D')")) }}
{% endmacro %}
