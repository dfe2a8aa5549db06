{# Where the folded batch is: a view in memory, or a table of the run. #}
{% macro _folded_rows(plan) %}
  {{ return(plan.folded_view or plan.commit_table) }}
{% endmacro %}
