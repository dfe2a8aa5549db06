{# The time of the run as SQL, see `_clock_text`. #}
{% macro _clock() %}
  {{ return(tablestore._timestamp_literal(tablestore._clock_text())) }}
{% endmacro %}

{#
  The time of the run: ages are measured from it, and a commit records it. It is the time when the run began, unless the
  variable `tablestore_clock` or the environment variable DBT_TABLESTORE_CLOCK sets another one, for tests and
  backfills. dbt parses the project again when a variable changes, but not when an environment variable changes.
#}
{% macro _clock_text() %}
  {% set given = var('tablestore_clock', none) or env_var('DBT_TABLESTORE_CLOCK', '') %}
  {% if not given %}
    {{ return(run_started_at.astimezone(modules.pytz.utc).strftime('%Y-%m-%d %H:%M:%S.%f+00:00')) }}
  {% elif not tablestore._is_point_in_time(given) %}
    {% do tablestore.fail("variable 'tablestore_clock'",
        ["it is '" ~ given ~ "'; write a point in time, '2026-01-01 00:00:00',"
        ~ " in the session's time zone or with its own, '2026-01-01 00:00:00+00:00'"]) %}
  {% elif modules.re.match('9999-12-3', given | string) %}
    {% do tablestore.fail("variable 'tablestore_clock'",
        ["it is '" ~ given ~ "', which is after the year 9999 in some time zones; write a time before 9999-12-30"]) %}
  {% endif %}
  {{ return(given | string) }}
{% endmacro %}

{# The time of the machine, as a datetime in UTC: snapshots and files have its times, and not those of `_clock`. #}
{% macro _clock_now() %}
  {{ return(modules.datetime.datetime.now(modules.pytz.utc)) }}
{% endmacro %}

{# The same as text: when a run makes a table, for `_drop_left_tables`. #}
{% macro _clock_made_at() %}
  {{ return(modules.datetime.datetime.now(modules.pytz.utc).strftime('%Y-%m-%d %H:%M:%S')) }}
{% endmacro %}
