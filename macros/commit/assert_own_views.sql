{# Fails if a view beside a materialized view has the name of another node of the project: it would replace that. #}
{% macro assert_own_views(node, relation, last, rebuild) %}
  {% set problems, schema = [], tablestore._next_side_schema(last, rebuild) %}
  {% for suffix in ['__changelog', '__refreshes'] %}
    {% set view = tablestore.side_table(relation, suffix, schema) %}
    {% for other in tablestore._nodes_of(view) %}
      {% do problems.append(view ~ ' belongs to ' ~ other.resource_type ~ " '" ~ other.name
          ~ "': give it another name or alias") %}
    {% endfor %}
  {% endfor %}
  {% if problems %}
    {% do tablestore.fail("model '" ~ node.name ~ "' needs views of its own for its changes and refreshes, whose names"
        ~ ' are in use; nothing was changed', problems + ["or give the model '" ~ node.name ~ "' another alias"]) %}
  {% endif %}
{% endmacro %}
