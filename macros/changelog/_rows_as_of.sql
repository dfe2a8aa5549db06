{# The rows of an upstream without the changes that a log has after a commit. #}
{% macro _rows_as_of(upstream, log, commit) %}
  {% set columns = tablestore._upstream_columns(upstream) %}
  {{ return(tablestore.as_of_query(columns.primary_key, columns.all, upstream.rows, '(select * from ' ~ log ~ ' where _commit > ' ~ commit ~ ')') | trim) }}
{% endmacro %}
