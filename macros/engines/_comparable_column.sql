{# An expression to compare a column by: maps and variants cannot be compared, so it is their text. #}
{% macro _comparable_column(column, prefix='') %}
  {% if 'map<' in column.type or 'variant' in column.type %}
    {{ return('cast(' ~ prefix ~ column.quoted ~ ' as string)') }}
  {% endif %}
  {{ return(prefix ~ column.quoted) }}
{% endmacro %}
