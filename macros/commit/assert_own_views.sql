{# Fails if a view beside a materialized view has the name of another node of the project: it would replace that. #}
{% macro assert_own_views(node, relation, last, rebuild) %}
  {% set problems, schema = [], tablestore._next_side_schema(last, rebuild) %}
  {% for suffix in ['__changelog', '__refreshes'] %}
    {% do problems.extend(tablestore._taken_name_problems(tablestore.side_table(relation, suffix, schema))) %}
  {% endfor %}
  {% if problems %}
    {% do tablestore.fail("model '" ~ node.name ~ "' needs views of its own for its changes and refreshes, whose names"
        ~ ' are in use; nothing was changed', problems + ["or give the model '" ~ node.name ~ "' another alias"]) %}
  {% endif %}
{% endmacro %}
