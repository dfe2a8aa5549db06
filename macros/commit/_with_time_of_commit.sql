{# The plan with the time of its commit as the clock: the ages of rows follow the times of commits, which no clock turns back. #}
{% macro _with_time_of_commit(plan, commit) %}
  {% set time = tablestore._timestamp_literal(commit.properties['tablestore.committed-at']) %}
  {{ return(dict(plan, expiry=dict(plan.expiry, clock=time)) if plan.expiry else plan) }}
{% endmacro %}
