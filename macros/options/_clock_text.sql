{#
  The point in time from which ages are measured, and which a commit records as its own: when the run began, or what the
  variable `tablestore_clock` or the environment variable DBT_TABLESTORE_CLOCK says, for tests and backfills. dbt parses a
  project again for a new variable, and does not for a new environment variable.
#}
{% macro _clock_text() %}
  {% set given = var('tablestore_clock', none) or env_var('DBT_TABLESTORE_CLOCK', '') %}
  {% if not given %}
    {{ return(run_started_at.astimezone(modules.pytz.utc).strftime('%Y-%m-%d %H:%M:%S.%f+00:00')) }}
  {% elif not modules.re.match('\\d{4}-\\d\\d-\\d\\d([ T]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,6})?)?(Z|[+-]\\d\\d:\\d\\d)?)?$', given | string) %}
    {% do tablestore._fail("variable 'tablestore_clock'", ["it is '" ~ given
        ~ "'; write a point in time, '2026-01-01 00:00:00', in the session's time zone or with its own, '2026-01-01 00:00:00+00:00'"]) %}
  {% endif %}
  {{ return(given | string) }}
{% endmacro %}
