{#
  The time of the run: ages are measured from it, and a commit records it. It is the time when the run began, unless the
  variable `tablestore_clock` or the environment variable DBT_TABLESTORE_CLOCK sets another one, for tests and backfills.
  dbt parses the project again when a variable changes, but not when an environment variable changes.
#}
{% macro _clock_text() %}
  {% set given = var('tablestore_clock', none) or env_var('DBT_TABLESTORE_CLOCK', '') %}
  {% if not given %}
    {{ return(run_started_at.astimezone(modules.pytz.utc).strftime('%Y-%m-%d %H:%M:%S.%f+00:00')) }}
  {% elif not tablestore._is_point_in_time(given | string) %}
    {% do tablestore._fail("variable 'tablestore_clock'", ["it is '" ~ given
        ~ "'; write a point in time, '2026-01-01 00:00:00', in the session's time zone or with its own, '2026-01-01 00:00:00+00:00'"]) %}
  {% endif %}
  {{ return(given | string) }}
{% endmacro %}

{# Whether a text is a date that exists, with or without a time of day and its zone. #}
{% macro _is_point_in_time(text) %}
  {% set date, time = '([12]\\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])', '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,6})?)?' %}
  {% set parts = modules.re.match(date ~ '([ T]' ~ time ~ '(Z|[+-](0\\d|1[0-7]):[0-5]\\d|[+-]18:00)?)?$', text) %}
  {% if not parts %}
    {{ return(false) }}
  {% endif %}
  {% set year, month, day = parts.group(1) | int, parts.group(2) | int, parts.group(3) | int %}
  {% set last = modules.datetime.date(year + month // 12, month % 12 + 1, 1) - modules.datetime.timedelta(days=1) %}
  {{ return(day <= last.day) }}
{% endmacro %}
