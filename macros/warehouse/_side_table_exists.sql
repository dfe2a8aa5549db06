{# Whether a side table exists. #}
{% macro _side_table_exists(relation, suffix, schema) %}
  {{ return(load_relation(tablestore._side_table(relation, suffix, schema)) is not none) }}
{% endmacro %}
