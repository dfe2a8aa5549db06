{# For dbt's own macros. dbt-spark's version returns the raw rows of DESCRIBE, which those macros cannot read. #}
{% macro tablestore__get_columns_in_relation(relation) %}
  {{ return(adapter.get_columns_in_relation(relation)) }}
{% endmacro %}
