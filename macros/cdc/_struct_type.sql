{# The SQL type of a struct with these fields: name -> type. #}
{% macro _struct_type(fields) %}
  {{ return('struct<' ~ tablestore._field_types(fields, ': ') ~ '>') }}
{% endmacro %}
