{#
  dbt run-operation compile_plan --args '{select: orders, path: plans/orders.json, if_not_exists: true}'

  Writes the compiled plan of a keyed model as JSON: what it reads, its stateful operators, its table, and how long each
  state is kept. An existing file is an error, unless if_not_exists keeps it or force overwrites it.
#}
{% macro compile_plan(select, path, if_not_exists=false, force=false) %}
  {% set plan = tablestore._current_plan('compile_plan', select) %}
  {% for line in adapter.plans().write(plan, path, if_not_exists, force) %}
    {% do print(line) %}
  {% endfor %}
{% endmacro %}
