{# The type that a column has in a table of a format: Iceberg stores a TINYINT as an INT. #}
{% macro _stored_type(format, type) %}
  {{ return(tablestore.formats()[format].stored_types.get(type, type)) }}
{% endmacro %}
