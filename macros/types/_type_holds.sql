{#
  Whether every value of the type `narrow` is a value of the type `wide`. The names of fields are compared without case.
  The adapter's `sql.types.holds` gives the same answers.
#}
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
    {% set is_decimal = narrow.startswith('decimal') %}
    {% set from = tablestore._precision_and_scale(narrow) if is_decimal else [digits.get(narrow, 99), 0] %}
    {{ return(from[1] <= to[1] and from[0] - from[1] <= to[0] - to[1]) }}
  {% elif wide.startswith('interval ') %}
    {% set to, from = tablestore._interval_units(wide), tablestore._interval_units(narrow) %}
    {{ return(to | length > 0 and from | length > 0 and to[0] <= from[0] and from[1] <= to[1]) }}
  {% elif modules.re.match('time(\\(|\\Z)', wide) and modules.re.match('time(\\(|\\Z)', narrow) %}
    {{ return((narrow[5:-1] or 6) | int <= (wide[5:-1] or 6) | int) }}
  {% elif '<' in wide and '<' in narrow %}
    {{ return(tablestore._parts_hold(tablestore._parsed_type(wide), tablestore._parsed_type(narrow))) }}
  {% endif %}
  {{ return(false) }}
{% endmacro %}

{# The same for types of `_parsed_type`: a nested type holds one with the same fields in the same order. #}
{% macro _parts_hold(wide, narrow) %}
  {% if wide and narrow and narrow.kind == 'plain' and narrow.text == 'void' %}
    {{ return(true) }}
  {% elif not wide or not narrow or wide.kind != narrow.kind %}
    {{ return(false) }}
  {% elif wide.kind == 'plain' %}
    {{ return(tablestore._type_holds(wide.text, narrow.text)) }}
  {% elif wide.kind == 'map' %}
    {{ return(tablestore._parts_hold(wide.key, narrow.key) and tablestore._parts_hold(wide.value, narrow.value)) }}
  {% elif wide.kind == 'array' %}
    {{ return(tablestore._parts_hold(wide.element, narrow.element)) }}
  {% endif %}
  {% for to, from in zip(wide.fields, narrow.fields)
      if to.name != from.name or not tablestore._parts_hold(to.type, from.type) %}
    {{ return(false) }}
  {% endfor %}
  {{ return(wide.fields | length == narrow.fields | length) }}
{% endmacro %}

{# The positions of the first and the last unit of an interval; empty for any other type. #}
{% macro _interval_units(type) %}
  {% set units = ['year', 'month', 'day', 'hour', 'minute', 'second'] %}
  {% set named = type.removeprefix('interval ').split(' to ') if type.startswith('interval ') else [] %}
  {% for unit in named if unit not in units %}
    {{ return([]) }}
  {% endfor %}
  {{ return([units.index(named[0]), units.index(named[-1])] if named else []) }}
{% endmacro %}
