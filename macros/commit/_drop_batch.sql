{# Drops the side table with the rows of a Python model. #}
{% macro _drop_batch(relation) %}
  {% if model.language == 'python' %}
    {% do adapter.drop_relation(tablestore._batch_table(relation)) %}
  {% endif %}
{% endmacro %}
