{# A column whose missing values are all null: with `nan`, NaN of FLOAT and DOUBLE columns too. #}
{% macro _value(column, nan) %}
  {% set quoted = tablestore._quote(column.name) %}
  {% if nan and column.type is none %}
    {{ return('if(typeof(' ~ quoted ~ ") in ('float', 'double') and string(" ~ quoted ~ ") = 'NaN', null, " ~ quoted ~ ')') }}
  {% elif nan and tablestore._type_family(column.type) == 'float' %}
    {{ return('nanvl(' ~ quoted ~ ', null)') }}
  {% endif %}
  {{ return(quoted) }}
{% endmacro %}

{# The same for a column which has to be a number, whatever its type: NaN as a constant, null where it has none. #}
{% macro _number_value(column, nan) %}
  {% if nan and column.type is none %}
    {% set quoted = tablestore._quote(column.name) %}
    {{ return('nullif(' ~ quoted ~ ", from_json('{\"v\": \"NaN\"}', 'v ' || typeof(" ~ quoted ~ ')).v)') }}
  {% endif %}
  {{ return(tablestore._value(column, nan)) }}
{% endmacro %}
