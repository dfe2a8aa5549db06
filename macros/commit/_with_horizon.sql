{#
  The plan with the time up to which versions may have been removed: the latest horizon of `expire_state`, which the
  last commit of the table has recorded. It counts as well when the model no longer has `versions_retained`.
#}
{% macro _with_horizon(plan, last) %}
  {% set horizon = last.properties.get('tablestore.horizon') %}
  {% if not horizon %}
    {{ return(plan) }}
  {% endif %}
  {% set time = plan.versions.at.type ~ ' ' ~ tablestore.string_literal(horizon) %}
  {{ return(dict(plan, versions=dict(plan.versions, horizon=time),
      merge=dict(plan.merge, late='new._late'))) }}
{% endmacro %}
