{#
  Refuses, before anything is written, to run a model that no longer fits its compiled plan. Compatible differences are
  logged.
#}
{% macro _assert_compiled_plan(plan, node, query) %}
  {% if not plan.options.compiled_plan %}
    {{ return(none) }}
  {% endif %}
  {% set plans = adapter.plans() %}
  {% set current = plans.plan(node, query, tablestore._compiled_plan_facts(plan, tablestore._query_columns(query))) %}
  {% for line in plans.check(node, current) %}
    {% do log(plan.model ~ ': compiled plan ' ~ plan.options.compiled_plan ~ ' is older than the model; ' ~ line, info=true) %}
  {% endfor %}
{% endmacro %}
