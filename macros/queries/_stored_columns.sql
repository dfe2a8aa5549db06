{# The columns of a keyed table that a run writes. #}
{% macro _stored_columns(plan) %}
  {{ return(plan.columns + ([plan.expiry.column] if plan.expiry else [])) }}
{% endmacro %}
