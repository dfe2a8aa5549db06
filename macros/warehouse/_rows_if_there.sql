{# The rows of a query about a table that may be dropped meanwhile: empty if it is. Plain dbt-spark fails then. #}
{% macro _rows_if_there(query) %}
  {% set rows = tablestore._adapter_rows(query) %}
  {{ return(tablestore.query_rows(query) if rows is none else rows) }}
{% endmacro %}
