{# A column in which every missing value is null: with `nan`, NaN in FLOAT and DOUBLE columns becomes null too. #}
{% macro _nan_as_null(column, nan) %}
  {% set quoted = tablestore._quote(column.name) %}
  {% if nan and column.type is none %}
    {% set is_nan = 'typeof(' ~ quoted ~ ") in ('float', 'double') and string(" ~ quoted ~ ") = 'NaN'" %}
    {{ return('if(' ~ is_nan ~ ', null, ' ~ quoted ~ ')') }}
  {% elif nan and tablestore._type_family(column.type) == 'float' %}
    {{ return('nanvl(' ~ quoted ~ ', null)') }}
  {% endif %}
  {{ return(quoted) }}
{% endmacro %}
