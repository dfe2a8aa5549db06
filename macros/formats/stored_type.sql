{# The type that a column of a type has in a table of a format, given by its name. #}
{% macro stored_type(file_format, type) %}
  {{ return(tablestore._stored_type(tablestore._format(file_format), type)) }}
{% endmacro %}
