{# Whether every value of the type `narrow` is a value of the type `wide`. The names of fields are compared without case. #}
{% macro _type_holds(wide, narrow) %}
  {% set wide, narrow = wide | lower, narrow | lower %}
  {% set digits = {'tinyint': 3, 'smallint': 5, 'int': 10, 'bigint': 19} %}
  {% if narrow == wide or narrow == 'void' or (narrow == 'float' and wide == 'double') %}
    {{ return(true) }}
  {% elif wide in digits %}
    {{ return(digits.get(narrow, 99) <= digits[wide]) }}
  {% elif wide == 'string' %}
    {{ return(narrow.split('(')[0] in ['char', 'varchar'] or narrow.startswith('string collate ')) }}
  {% elif wide.startswith('decimal') %}
    {% set to = tablestore._precision_and_scale(wide) %}
    {% set from = tablestore._precision_and_scale(narrow) if narrow.startswith('decimal') else [digits.get(narrow, 99), 0] %}
    {{ return(from[1] <= to[1] and from[0] - from[1] <= to[0] - to[1]) }}
  {% elif '<' in wide and '<' in narrow %}
    {{ return(tablestore._parts_hold(tablestore._parsed_type(wide), tablestore._parsed_type(narrow))) }}
  {% endif %}
  {{ return(false) }}
{% endmacro %}

{# The same for types of `_parsed_type`: a nested type holds one with the same fields in the same order. #}
{% macro _parts_hold(wide, narrow) %}
  {% if not wide or not narrow or wide.kind != narrow.kind %}
    {{ return(false) }}
  {% elif wide.kind == 'plain' %}
    {{ return(tablestore._type_holds(wide.text, narrow.text)) }}
  {% elif wide.kind == 'map' %}
    {{ return(tablestore._parts_hold(wide.key, narrow.key) and tablestore._parts_hold(wide.value, narrow.value)) }}
  {% elif wide.kind == 'array' %}
    {{ return(tablestore._parts_hold(wide.element, narrow.element)) }}
  {% endif %}
  {% for to, from in zip(wide.fields, narrow.fields) if to.name != from.name or not tablestore._parts_hold(to.type, from.type) %}
    {{ return(false) }}
  {% endfor %}
  {{ return(wide.fields | length == narrow.fields | length) }}
{% endmacro %}
