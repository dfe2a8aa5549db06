{# Whether a side table exists. #}
{% macro _side_table_exists(relation, suffix) %}
  {{ return(load_relation(tablestore._side_table(relation, suffix)) is not none) }}
{% endmacro %}
