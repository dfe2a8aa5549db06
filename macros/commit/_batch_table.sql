{# The side table with the rows of a Python model. #}
{% macro _batch_table(relation, side_schema) %}
  {{ return(tablestore._side_table(relation, '__batch', side_schema).incorporate(type='table')) }}
{% endmacro %}
