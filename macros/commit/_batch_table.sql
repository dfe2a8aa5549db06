{# The side table with the rows of a Python model. #}
{% macro _batch_table(relation) %}
  {{ return(tablestore._side_table(relation, '__batch').incorporate(type='table')) }}
{% endmacro %}
