{#
  dbt run-operation plan_diff --args '{select: orders}'

  Prints what a model and the plan it names do not have in common, and what that means for its rows: compatible, changes
  results or needs rebuild. Fails where a run would be refused. With `path`, the plan of that file.
#}
{% macro plan_diff(select, path=none) %}
  {% set node = tablestore._planned_model('plan_diff', select) %}
  {% set path = path or node.config.compiled_plan %}
  {% if not path %}
    {% do tablestore._fail('plan_diff', ["model '" ~ select ~ "' names no compiled_plan; write path, the file of one"]) %}
  {% endif %}
  {% set found = adapter.plans().compared(path, tablestore._current_plan('plan_diff', select)) %}
  {% for line in found.lines %}
    {% do print(line) %}
  {% endfor %}
  {% if not found.fits %}
    {% do tablestore._fail('plan_diff', ["model '" ~ select ~ "' does not fit " ~ path ~ '; a run with it is refused']) %}
  {% endif %}
{% endmacro %}
