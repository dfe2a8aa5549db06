{# Whether the staged rows carry the stored ones, which the changelog shows before a change. #}
{% macro _keeps_before(plan) %}
  {{ return(plan.changelog and not plan.changelog.input) }}
{% endmacro %}
