{# The join condition for two rows with the same key. Keys in the table are never null, so a null key matches nothing. #}
{% macro _key_match(plan, left, right) %}
  {% set parts = [] %}
  {% for column in plan.key_columns %}
    {% do parts.append(left ~ '.' ~ column.quoted ~ ' = ' ~ right ~ '.' ~ column.quoted) %}
  {% endfor %}
  {{ return(parts | join(' and ')) }}
{% endmacro %}
