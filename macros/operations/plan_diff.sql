{#
  dbt run-operation plan_diff --args '{select: orders}'
  dbt run-operation plan_diff --args '{select: tag:nightly}'

  Prints how models differ from the plans they name, and what that means for their rows: compatible, changes results or
  needs rebuild. Fails when a run would be refused. With `path`, compares with the plans of that file.
#}
{% macro plan_diff(select=none, path=none) %}
  {% do tablestore._check_arguments('plan_diff', '{select: orders}', needed={'select': select},
      optional={'path': path}, unknown=kwargs) %}
  {% set problems = [] %}
  {% for node in tablestore._selected_models('plan_diff', select) %}
    {% set name = tablestore._unambiguous_name(node) %}
    {% set file = path or tablestore._config_of(node).compiled_plan %}
    {% if not file %}
      {% do problems.append("model '" ~ name ~ "' has no compiled_plan; write path, the file of a plan") %}
    {% else %}
      {% set comparison = tablestore._adapter_plans().compared(file, tablestore._current_plan('plan_diff', node)) %}
      {% for line in comparison.lines %}
        {% do print(line) %}
      {% endfor %}
      {% if not comparison.fits %}
        {% do problems.append("model '" ~ name ~ "' does not fit " ~ file ~ '; a run with that plan is refused') %}
      {% endif %}
    {% endif %}
  {% endfor %}
  {% do tablestore.fail('plan_diff', problems) %}
{% endmacro %}
