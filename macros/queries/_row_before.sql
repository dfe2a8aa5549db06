{# The stored row as a struct; null for a new key. #}
{% macro _row_before(plan) %}
  {% set columns = [] %}
  {% for column in plan.columns + plan.kept_columns %}
    {% do columns.append('old.' ~ column.quoted) %}
  {% endfor %}
  {{ return(tablestore._function_call('if', [tablestore._has_old_row(plan), tablestore._function_call('struct', columns), 'null'])) }}
{% endmacro %}
