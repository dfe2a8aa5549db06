{# Whether the staging table also has the stored rows, because the changelog shows the row before each change. #}
{% macro _keeps_before(plan) %}
  {{ return(plan.changelog and not plan.changelog.input_table) }}
{% endmacro %}
