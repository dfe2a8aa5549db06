{#
  Refuses to merge a batch into rows that have another definition: the result would fit neither of them. A model that no
  longer keeps null keys would not find the rows that have them.
#}
{% macro _assert_continues(plan, last) %}
  {% set problems = [] %}
  {% for name, value in plan.definition.items() if last.definition.get(name) not in [none, value] %}
    {% set change = "' was '" ~ last.definition[name] ~ "' and is '" ~ value ~ "'" %}
    {% do problems.append("the merge of column '" ~ name[7:] ~ change if name.startswith('fields.') else "'" ~ name ~ change) %}
  {% endfor %}
  {% if problems %}
    {% do tablestore._fail("model '" ~ plan.model ~ "' has changed in a way that its stored rows do not allow; nothing was written",
        problems + ['undo the change, or rebuild the model and its readers: dbt run --full-refresh --select ' ~ plan.model ~ '+']) %}
  {% elif last.null_key == 'keep' and not plan.keeps_null_keys %}
    {% do tablestore._assert_keys(plan, "its table has rows that null_key='keep' has stored; set it again, or delete these rows") %}
  {% endif %}
{% endmacro %}
