{#
  Refuses to refresh a materialized view that no longer fits its compiled plan, before anything is written. Compatible
  differences are logged. The plan is that of a query of all rows, which --empty and --sample change.
#}
{% macro tablestore_assert_view_plan(view, options, columns) %}
  {% if not tablestore.has_all_rows() %}
    {{ return(none) }}
  {% endif %}
  {% set plans, operators = adapter.plans(), [] %}
  {% for operator in view.operators %}
    {% do operators.append(operator.described()) %}
  {% endfor %}
  {% set facts = tablestore.view_plan_facts(options, columns) %}
  {% set current = adapter.views().compiled(model, compiled_code, columns, facts, options.state_ttl,
      options.primary_key) %}
  {% for line in plans.check_view(model, current, operators) %}
    {% do log(model.name ~ ': compiled plan ' ~ options.compiled_plan ~ ' is older than the model; ' ~ line,
        info=true) %}
  {% endfor %}
{% endmacro %}
