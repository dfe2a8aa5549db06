{# Refuses to merge a batch into rows that are the result of another definition: both would be wrong afterwards. #}
{% macro _assert_continues(plan, state) %}
  {% set problems = [] %}
  {% for name, value in plan.definition.items() if state.definition.get(name) not in [none, value] %}
    {% set was = "' was '" ~ state.definition[name] ~ "' and is '" ~ value ~ "'" %}
    {% do problems.append("the merge of column '" ~ name[7:] ~ was if name.startswith('fields.') else "'" ~ name ~ was) %}
  {% endfor %}
  {% if problems %}
    {% do tablestore._fail("model '" ~ plan.model ~ "' has changed in a way its stored rows cannot follow; nothing is written",
        problems + ['change it back, or build it and what reads it anew: dbt run --full-refresh --select ' ~ plan.model ~ '+']) %}
  {% endif %}
{% endmacro %}
