{#
  The time of the run: ages are measured from it, and a commit records it. It is the time when the run began, unless the
  variable `tablestore_clock` or the environment variable DBT_TABLESTORE_CLOCK sets another one, for tests and backfills.
  dbt parses the project again when a variable changes, but not when an environment variable changes.
#}
{% macro _clock_text() %}
  {% set given = var('tablestore_clock', none) or env_var('DBT_TABLESTORE_CLOCK', '') %}
  {% if not given %}
    {{ return(run_started_at.astimezone(modules.pytz.utc).strftime('%Y-%m-%d %H:%M:%S.%f+00:00')) }}
  {% elif not tablestore._is_point_in_time(given) %}
    {% do tablestore._fail("variable 'tablestore_clock'", ["it is '" ~ given
        ~ "'; write a point in time, '2026-01-01 00:00:00', in the session's time zone or with its own, '2026-01-01 00:00:00+00:00'"]) %}
  {% endif %}
  {{ return(given | string) }}
{% endmacro %}
