{#
  The point in time at which ages are measured: when the run began, or what the variable `tablestore_clock` says, for tests
  and for backfills. A commit carries it as the time it was made.
#}
{% macro _clock_text() %}
  {% set given = var('tablestore_clock', none) %}
  {% if given is none %}
    {{ return(run_started_at.astimezone(modules.pytz.utc).strftime('%Y-%m-%d %H:%M:%S.%f+00:00')) }}
  {% elif not modules.re.match('\\d{4}-\\d\\d-\\d\\d([ T]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,6})?)?(Z|[+-]\\d\\d:\\d\\d)?)?$', given | string) %}
    {% do tablestore._fail("variable 'tablestore_clock'", ["it is '" ~ given
        ~ "'; write a point in time, '2026-01-01 00:00:00', in the session's time zone or with one of its own, '2026-01-01 00:00:00+00:00'"]) %}
  {% endif %}
  {{ return(given | string) }}
{% endmacro %}

{# The same as SQL. #}
{% macro _clock() %}
  {{ return("timestamp '" ~ tablestore._clock_text() ~ "'") }}
{% endmacro %}
