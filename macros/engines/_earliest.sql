{# The value of the first row of a key in its batch. #}
{% macro _earliest(value, plan) %}
  {{ return(tablestore._function_call('max_by' if plan.sequence_descending else 'min_by', [value, '_order'])) }}
{% endmacro %}
