{# How many rows a commit adds to the table, from the counts of `count_query`. #}
{% macro _rows_added(plan, counts) %}
  {{ return(counts.rows_added if plan.expiry else counts.rows_inserted) }}
{% endmacro %}
