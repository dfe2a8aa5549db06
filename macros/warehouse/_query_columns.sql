{# The columns of a query, which is not run. #}
{% macro _query_columns(sql) %}
  {{ return(tablestore._describe('describe query ' ~ sql)) }}
{% endmacro %}
