{# The columns of a query, without running it. #}
{% macro query_columns(sql) %}
  {{ return(tablestore._describe('describe query ' ~ sql)) }}
{% endmacro %}
