{#
  The type that a column has in a table of a format, given as its record: Iceberg stores a TINYINT as an INT, even
  inside a nested type.
#}
{% macro _stored_type(format, type) %}
  {% set types = format.stored_types %}
  {% set nested = tablestore._parsed_type(type) if '<' in type and types %}
  {{ return(tablestore._type_text(nested, types) if nested else types.get(type, type)) }}
{% endmacro %}
