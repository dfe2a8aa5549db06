{#
  dbt run-operation explain_plan --args '{path: plans/orders.json}'
  dbt run-operation explain_plan --args '{select: orders}'

  Prints a compiled plan as a tree with states and TTLs: the plan of a file, or that of a model as it is now.
#}
{% macro explain_plan(path=none, select=none) %}
  {% do tablestore._check_arguments('explain_plan', '{select: orders}', optional={'path': path, 'select': select},
      unknown=kwargs) %}
  {% if (path is none) == (select is none) %}
    {% do tablestore.fail('explain_plan', ["write either path, the file of a plan, or select, the name of a model"]) %}
  {% endif %}
  {% do tablestore._require_adapter('explain_plan') %}
  {% for line in tablestore._adapter_plans().lines(path if select is none
      else tablestore._current_plan('explain_plan', tablestore._planned_model('explain_plan', select))) %}
    {% do print(line) %}
  {% endfor %}
{% endmacro %}
