{# The value of the last row of a key in its batch. #}
{% macro _latest(value, plan) %}
  {{ return(tablestore._wrapped_call('min_by' if plan.sequence_descending else 'max_by', [value, '_order'])) }}
{% endmacro %}
