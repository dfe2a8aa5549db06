{#
  dbt run-operation plan_diff --args '{select: orders}'

  Prints how a model differs from the plan it names, and what that means for its rows: compatible, changes results or
  needs rebuild. Fails when a run would be refused. With `path`, compares with the plan of that file.
#}
{% macro plan_diff(select, path=none) %}
  {% set node = tablestore._planned_model('plan_diff', select) %}
  {% set path = path or tablestore._model_config(node).compiled_plan %}
  {% if not path %}
    {% do tablestore._fail('plan_diff', ["model '" ~ select ~ "' has no compiled_plan; write path, the file of a plan"]) %}
  {% endif %}
  {% set comparison = adapter.plans().compared(path, tablestore._current_plan('plan_diff', select)) %}
  {% for line in comparison.lines %}
    {% do print(line) %}
  {% endfor %}
  {% if not comparison.fits %}
    {% do tablestore._fail('plan_diff', ["model '" ~ select ~ "' does not fit " ~ path ~ '; a run with that plan is refused']) %}
  {% endif %}
{% endmacro %}
