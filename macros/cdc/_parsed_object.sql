{#
  A text of JSON as {objects, _bad}: a list of its object and a null; `_bad` is the text if it does not fit. Spark
  ignores what follows an object in a text, so a second one would be lost. In the list, it is a third element, or what
  follows ends the list before the null.
#}
{% macro _parsed_object(text, fields) %}
  {% set types = {'objects': 'array<' ~ tablestore._struct_type(fields) ~ '>', '_bad': 'string'} %}
  {{ return("from_json(\n  concat('{\"objects\":[', " ~ text ~ ", ',null]}'),\n  "
      ~ tablestore.string_literal(tablestore._field_types(types))
      ~ ",\n  map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', '_bad')\n)") }}
{% endmacro %}
