{# What a MERGE sets in a stored row: each column that is not in the key, to that of the new row. #}
{% macro _assignments(plan) %}
  {% set assignments = [] %}
  {% for column in tablestore._stored_columns(plan) if column not in plan.key_columns %}
    {% do assignments.append(column.quoted ~ ' = new.' ~ column.quoted) %}
  {% endfor %}
  {{ return(assignments) }}
{% endmacro %}
