{# Column names, quoted and separated by commas. #}
{% macro _column_list(columns) %}
  {{ return(tablestore._quoted(columns) | join(', ')) }}
{% endmacro %}
