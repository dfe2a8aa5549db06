{# What a column is compared by: maps and variants have no order of their own, their text has one. #}
{% macro _comparable_column(column, prefix='') %}
  {% if 'map<' in column.type or 'variant' in column.type %}
    {{ return('cast(' ~ prefix ~ column.quoted ~ ' as string)') }}
  {% endif %}
  {{ return(prefix ~ column.quoted) }}
{% endmacro %}
