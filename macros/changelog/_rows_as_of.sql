{# The rows of an upstream as of a commit: without the later changes in its log. #}
{% macro _rows_as_of(upstream, log, commit) %}
  {% set columns = tablestore._upstream_columns(upstream) %}
  {{ return(tablestore.as_of_query(columns.primary_key, columns.all, upstream.rows, '(select * from ' ~ log ~ ' where _commit > ' ~ commit ~ ')', upstream.key_equals) | trim) }}
{% endmacro %}
