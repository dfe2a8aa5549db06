{# The join condition for two rows with the same key. Unless the model keeps null keys, a null key matches nothing. #}
{% macro _key_match(plan, left, right) %}
  {% set parts, equals = [], ' <=> ' if plan.keeps_null_keys else ' = ' %}
  {% for column in plan.key_columns %}
    {% do parts.append(left ~ '.' ~ column.quoted ~ equals ~ right ~ '.' ~ column.quoted) %}
  {% endfor %}
  {{ return(parts | join(' and ')) }}
{% endmacro %}
