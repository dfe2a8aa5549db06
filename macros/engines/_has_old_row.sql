{#
  Whether a key of the batch has a stored row, or, with `expected=false`, has none. Where keys are never null, the key
  itself shows it; where null keys are kept, a column does.
#}
{% macro _has_old_row(plan, expected=true) %}
  {% set column = '_is_stored' if plan.keeps_null_keys else plan.key_columns[0].quoted %}
  {{ return('old.' ~ column ~ (' is not null' if expected else ' is null')) }}
{% endmacro %}
