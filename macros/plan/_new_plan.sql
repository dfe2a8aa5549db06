{# A plan from its values; a key without a value gets its default. #}
{% macro _new_plan(values) %}
  {{ return(tablestore._record('plan', tablestore.plan_schema(), values)) }}
{% endmacro %}
