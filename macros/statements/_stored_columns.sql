{# The columns a keyed table has. #}
{% macro _stored_columns(plan) %}
  {{ return(plan.columns + ([plan.expiry.column] if plan.expiry else [])) }}
{% endmacro %}
