{#
  Refuses a batch of a model that no longer fits its compiled plan, before anything is written. Says what else the plan
  does not have yet.
#}
{% macro _assert_plan(plan, node, query) %}
  {% if not plan.options.compiled_plan %}
    {{ return(none) }}
  {% endif %}
  {% set plans = adapter.plans() %}
  {% set now = plans.plan(node, query, tablestore._plan_facts(plan, tablestore._query_columns(query))) %}
  {% for line in plans.check(node, now) %}
    {% do log(plan.model ~ ': compiled plan ' ~ plan.options.compiled_plan ~ ' is older than the model; ' ~ line, info=true) %}
  {% endfor %}
{% endmacro %}
