{# Of a query that counts, the columns that are kept. #}
{% macro _history_counts() %}
  {{ return(['rows_inserted', 'rows_updated', 'rows_deleted', 'rows_unchanged', 'rows_ignored_late', 'rows_in_batch']) }}
{% endmacro %}
