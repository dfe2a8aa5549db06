{#
  How a value of a type arrives that PostgreSQL did not send, empty if it always sends such values: in place of a long
  value that an update has not changed, Debezium writes a text. Binary values are its bytes, and of an array the only
  element is the text, its bytes or a UUID made of it, or the elements are the numbers of its characters. An hstore,
  which can be JSON, has it as a key and its value.
#}
{% macro _unavailable_texts(type) %}
  {% set family, element = tablestore._type_family(type), tablestore._type_family(type[6:-1]) %}
  {% set text, bytes = '__debezium_unavailable_value', 'X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==' %}
  {% set codes = [95, 95, 100, 101, 98, 101, 122, 105, 117, 109, 95, 117, 110, 97, 118, 97, 105, 108, 97, 98, 108, 101,
      95, 118, 97, 108, 117, 101] %}
  {% if family == 'string' %}
    {{ return([text, '{"' ~ text ~ '":"' ~ text ~ '"}']) }}
  {% elif family == 'binary' %}
    {{ return([bytes]) }}
  {% elif family == 'map' or type | lower == 'variant' %}
    {{ return([text]) }}
  {% elif family == 'array' and element in ['integer', 'float'] %}
    {{ return([(codes if element == 'integer' else codes | map('float')) | join(',')]) }}
  {% endif %}
  {{ return([text, 'b68a35a7-17ad-35b3-af2a-ae46edb4545a', bytes] if family == 'array' else []) }}
{% endmacro %}
