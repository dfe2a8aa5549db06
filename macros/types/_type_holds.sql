{# Whether every value of the type `narrow` is a value of the type `wide`. The names of fields are compared without case. #}
{% macro _type_holds(wide, narrow) %}
  {% set wide, narrow = wide | lower, narrow | lower %}
  {% set digits = {'tinyint': 3, 'smallint': 5, 'int': 10, 'bigint': 19} %}
  {% if narrow == wide or narrow == 'void' or (narrow == 'float' and wide == 'double') %}
    {{ return(true) }}
  {% elif wide in digits %}
    {{ return(digits.get(narrow, 99) <= digits[wide]) }}
  {% elif wide == 'string' %}
    {{ return(narrow.split('(')[0] in ['char', 'varchar']) }}
  {% elif wide.startswith('decimal') %}
    {% set to = tablestore._precision_and_scale(wide) %}
    {% set from = tablestore._precision_and_scale(narrow) if narrow.startswith('decimal') else [digits.get(narrow, 99), 0] %}
    {{ return(from[1] <= to[1] and from[0] - from[1] <= to[0] - to[1]) }}
  {% endif %}
  {{ return(false) }}
{% endmacro %}
