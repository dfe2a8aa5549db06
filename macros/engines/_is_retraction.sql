{# Whether a row of the batch takes its values back; none when no row of the model does. #}
{% macro _is_retraction(plan, prefix='') %}
  {% if not plan.kind_column or plan.options.ignore_delete %}
    {{ return(none) }}
  {% endif %}
  {{ return(prefix ~ ("_kind = '-D'" if plan.options.ignore_update_before else "_kind in ('-U', '-D')")) }}
{% endmacro %}
