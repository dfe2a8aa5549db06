{# That a column of a row is NaN. #}
{% macro _nan_conditions(columns, row) %}
  {% set conditions = [] %}
  {% for column in columns if column.type in ['float', 'double'] %}
    {% do conditions.append('isnan(' ~ row ~ '.' ~ column.quoted ~ ')') %}
  {% endfor %}
  {{ return(conditions) }}
{% endmacro %}
