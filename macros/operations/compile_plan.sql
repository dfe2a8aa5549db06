{#
  dbt run-operation compile_plan --args '{select: orders, path: plans/orders.json, if_not_exists: true}'
  dbt run-operation compile_plan --args '{select: "tag:nightly +orders", path: plans/nightly.json}'

  Writes the compiled plan of a keyed model or a materialized view as JSON: what it reads, its operators, its table, and
  how long each state is kept; the plans of several models in one file. An existing file is an error, unless
  if_not_exists keeps it or force overwrites it.
#}
{% macro compile_plan(select=none, path=none, if_not_exists=false, force=false) %}
  {% do tablestore._check_arguments('compile_plan', '{select: orders, path: plans/orders.json}',
      needed={'select': select, 'path': path}, flags={'if_not_exists': if_not_exists, 'force': force},
      unknown=kwargs) %}
  {% set plans = [] %}
  {% for node in tablestore._selected_models('compile_plan', select) %}
    {% do plans.append(tablestore._current_plan('compile_plan', node)) %}
  {% endfor %}
  {% for line in tablestore._adapter_plans().write(plans, path, if_not_exists, force) %}
    {% do print(line) %}
  {% endfor %}
{% endmacro %}
