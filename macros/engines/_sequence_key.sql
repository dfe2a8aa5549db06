{#
  The sequence of a row, as a list of expressions to compare. A null in a sequence field is older than any value, in
  either direction; a descending sequence is folded with `min_by`, so `is null` comes before each field.
#}
{% macro _sequence_key(plan, alias=none) %}
  {% set prefix = alias ~ '.' if alias else '' %}
  {% set fields = tablestore._comparable_columns(plan.sequence_columns, prefix) if plan.sequence_columns else [] %}
  {% if not plan.sequence_descending %}
    {{ return(fields) }}
  {% endif %}
  {% set parts = [] %}
  {% for field in plan.sequence_columns %}
    {% do parts.extend([prefix ~ field.quoted ~ ' is null', fields[loop.index0]]) %}
  {% endfor %}
  {{ return(parts) }}
{% endmacro %}
