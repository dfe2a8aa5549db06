{# A plan from its values; a key that is not given is empty. #}
{% macro _new_plan(values) %}
  {{ return(tablestore._record('plan', tablestore.plan_schema(), values)) }}
{% endmacro %}
