{# How many stored rows a commit updates or deletes, from the counts of `count_query`. #}
{% macro _rows_merged(plan, counts) %}
  {{ return(counts.rows_merged if plan.expiry else counts.rows_updated + counts.rows_deleted) }}
{% endmacro %}
