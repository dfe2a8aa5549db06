{# The full name of a side table. #}
{% macro _side_table_name(relation, suffix, schema) %}
  {{ return(tablestore._side_table(relation, suffix, schema) | string) }}
{% endmacro %}
