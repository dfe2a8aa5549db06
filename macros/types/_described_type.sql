{# A type that DESCRIBE wrote as SQL, with the names of fields in quotes. A type that cannot be read stays as it is. #}
{% macro _described_type(text) %}
  {% set type = tablestore._parsed_type(text, raw=true) if 'struct<' in text | lower %}
  {{ return(tablestore._type_text(type) if type else text) }}
{% endmacro %}
