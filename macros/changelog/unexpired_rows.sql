{#
  The rows of a table that have not expired at its last commit, with the columns of its model, for a reader. A view is
  read later than the run that creates it, so its time is the current time, whatever `tablestore_clock` was in that run.

    at  when ages are measured by a reader that goes on with the changes of the table: at its last commit, as SQL,
        because the next one may have the time of an earlier clock. None for the time of the run
#}
{% macro unexpired_rows(table, last, at=none) %}
  {% set is_view = tablestore._is_compiling_view() %}
  {{ return(tablestore._unexpired_rows(table, {
    'ttl': last.ttl,
    'clock': 'current_timestamp()' if is_view else at if at else tablestore._clock(),
    'since': last.ttl_since,
  })) }}
{% endmacro %}
