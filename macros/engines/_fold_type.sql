{# The type of a value while it is folded: functions compute with a string in place of a char or varchar. #}
{% macro _fold_type(aggregate) %}
  {{ return('string' if aggregate.folded_type.startswith('varchar') or aggregate.folded_type.startswith('char') else aggregate.folded_type) }}
{% endmacro %}
