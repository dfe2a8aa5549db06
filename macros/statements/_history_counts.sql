{# The columns of `count_query` that the history of commits keeps, and the milliseconds from the start of the model to its claim. #}
{% macro _history_counts() %}
  {{ return(['rows_inserted', 'rows_updated', 'rows_deleted', 'rows_unchanged', 'rows_ignored_late', 'rows_ignored', 'rows_in_batch', 'duration_ms']) }}
{% endmacro %}
