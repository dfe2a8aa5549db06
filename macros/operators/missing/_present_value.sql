{# A column whose missing values are all null: with `nan`, NaN of FLOAT and DOUBLE columns too. #}
{% macro _present_value(column, nan) %}
  {% set quoted = tablestore._quote(column.name) %}
  {% if nan and column.type is none %}
    {{ return('if(typeof(' ~ quoted ~ ") in ('float', 'double') and string(" ~ quoted ~ ") = 'NaN', null, " ~ quoted ~ ')') }}
  {% elif nan and tablestore._type_family(column.type) == 'float' %}
    {{ return('nanvl(' ~ quoted ~ ', null)') }}
  {% endif %}
  {{ return(quoted) }}
{% endmacro %}
