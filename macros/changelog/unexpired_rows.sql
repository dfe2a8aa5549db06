{#
  The rows of a table that have not expired at its last commit, with the columns of its model, for a reader. A view is
  read later than the run that creates it, so its time is the current time.
#}
{% macro unexpired_rows(table, last) %}
  {% set by_view = tablestore._is_compiling_view() and not tablestore._clock_is_set() %}
  {{ return(tablestore._unexpired_rows(table, {
    'ttl': last.ttl,
    'clock': 'current_timestamp()' if by_view else tablestore._clock(),
    'since': last.ttl_since,
  })) }}
{% endmacro %}
