{# Whether a type belongs to one of the groups that aggregate functions name in errors; an empty list is any type. #}
{% macro _is_type_of(type, groups) %}
  {% set families = {
    'a number': ['integer', 'decimal', 'float'],
    'a string': ['string'],
    'text': ['string', 'char'],
    'a date or time': ['date', 'time', 'timestamp'],
    'binary': ['binary'],
    'a boolean': ['boolean'],
    'an array': ['array'],
    'an array of structs': ['array'],
    'a map': ['map'],
  } %}
  {% for group in groups if tablestore._type_family(type) in families[group] %}
    {% if group != 'an array of structs' or type.startswith('array<struct<') %}
      {{ return(true) }}
    {% endif %}
  {% endfor %}
  {{ return(not groups) }}
{% endmacro %}
