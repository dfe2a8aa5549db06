{# An expression under a column's name and with its type, or with another one. #}
{% macro _cast_as(expression, column, type=none) %}
  {{ return('cast(' ~ expression ~ ' as ' ~ (type or column.type) ~ ') as ' ~ column.quoted) }}
{% endmacro %}
