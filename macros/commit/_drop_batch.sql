{# Drops the side table with the rows of a Python model, and its files. #}
{% macro _drop_batch(plan, relation) %}
  {% if model.language == 'python' %}
    {% do tablestore._run([tablestore._drop_statement(plan.format, tablestore._batch_table(relation, plan.side_schema))]) %}
  {% endif %}
{% endmacro %}
