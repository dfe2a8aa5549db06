{#
  How the rows of a table expire for its reader. A view is read later than the run that creates it, so its time is the
  current time.
#}
{% macro _reader_expiry(last) %}
  {% set by_view = tablestore._is_compiling_view() and not tablestore._clock_is_set() %}
  {{ return({
    'ttl': last.ttl,
    'clock': 'current_timestamp()' if by_view else tablestore._clock(),
    'since': last.ttl_since,
  }) }}
{% endmacro %}
