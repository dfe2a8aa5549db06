{# The branch of a table that a commit is written to, as a table name. #}
{% macro _branch_of(plan, table) %}
  {{ return(table ~ '.' ~ tablestore._quote('branch_' ~ plan.branch)) }}
{% endmacro %}
