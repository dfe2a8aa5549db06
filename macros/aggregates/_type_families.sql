{# Families of types an aggregate function may take: name -> how its types begin. #}
{% macro _type_families() %}
  {{ return({
    'a number': ['tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'decimal'],
    'a string': ['string', 'varchar'],
    'text': ['string', 'varchar', 'char'],
    'a date or time': ['date', 'timestamp', 'time'],
    'binary': ['binary'],
    'a boolean': ['boolean'],
    'an array': ['array<'],
    'an array of structs': ['array<struct<'],
    'a map': ['map<'],
  }) }}
{% endmacro %}

{# Whether a type is of one of the families; no family means any type. #}
{% macro _is_of(type, families) %}
  {% for family in families %}
    {% for start in tablestore._type_families()[family] if type.startswith(start) and not type.startswith('interval') %}
      {{ return(true) }}
    {% endfor %}
  {% endfor %}
  {{ return(not families) }}
{% endmacro %}
