{#
  The sequence of a row, as a list of expressions to compare. A null in a sequence field is older than any value, in
  either direction; a descending sequence is folded with `min_by`, so `is null` comes before each field.
#}
{% macro _sequence_key(plan, alias=none) %}
  {% set prefix = alias ~ '.' if alias else '' %}
  {% set parts = [] %}
  {% for field in plan.sequence_columns %}
    {% if plan.sequence_descending %}
      {% do parts.append(prefix ~ field.quoted ~ ' is null') %}
    {% endif %}
    {% do parts.append(tablestore._comparable_column(field, prefix)) %}
  {% endfor %}
  {{ return(parts) }}
{% endmacro %}
