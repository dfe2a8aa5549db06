{# Whether the staged rows hold the stored rows too, because the changelog shows the row before a change. #}
{% macro _keeps_before(plan) %}
  {{ return(plan.changelog and not plan.changelog.input_table) }}
{% endmacro %}
