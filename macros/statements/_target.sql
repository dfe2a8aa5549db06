{# What a commit writes to: a branch of the table, or the table itself. #}
{% macro _target(plan) %}
  {{ return(tablestore._branch_of(plan, plan.table) if plan.branch else plan.table) }}
{% endmacro %}
