{# The side table with the rows of a Python model, in this run. #}
{% macro _batch_table(relation, side_schema) %}
  {{ return(tablestore._side_table(relation, '__batch_' ~ local_md5(invocation_id ~ relation)[:8], side_schema).incorporate(type='table')) }}
{% endmacro %}
