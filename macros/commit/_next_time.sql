{#
  The time of the next commit: that of the run, but never before the last commit. A clock that goes back, or a backfill
  with an older `tablestore_clock`, would put newer commits before older ones, and a query as of a time would read them.
  With `is_later` it is after that of the last commit: what was known between two commits has a time of its own.
#}
{% macro _next_time(last, is_later=false) %}
  {% set now = tablestore._clock_text() %}
  {% set before = last.committed_at or now %}
  {% set before = tablestore._next_microsecond(before) if is_later and last.committed_at else before %}
  {# in this form, text has the order of the times #}
  {% if now.endswith('+00:00') and before.endswith('+00:00') and now | length == before | length %}
    {{ return([now, before] | max) }}
  {% endif %}
  {{ return(tablestore._recorded_time('greatest(' ~ tablestore._timestamp_literal(now) ~ ', '
      ~ tablestore._timestamp_literal(before) ~ ')')) }}
{% endmacro %}

{# A microsecond after a time. #}
{% macro _next_microsecond(time) %}
  {% set form = '%Y-%m-%d %H:%M:%S.%f+00:00' %}
  {% if time.endswith('+00:00') and time | length == 32 %}
    {% set read = modules.datetime.datetime.strptime(time, form) + modules.datetime.timedelta(microseconds=1) %}
    {{ return(read.strftime(form)) }}
  {% endif %}
  {{ return(tablestore._recorded_time(tablestore._timestamp_literal(time) ~ ' + interval 1 microsecond')) }}
{% endmacro %}

{#
  The text of a time that is SQL, in UTC: a commit records it, and sessions with other time zones read it. A clock that
  the user sets without a zone is in that of the session.
#}
{% macro _recorded_time(time) %}
  {% set micros = tablestore.query_rows('select unix_micros(' ~ time ~ ') as at')[0].at | int %}
  {% set read = modules.datetime.datetime(1970, 1, 1) + modules.datetime.timedelta(microseconds=micros) %}
  {{ return(read.strftime('%Y-%m-%d %H:%M:%S.%f+00:00')) }}
{% endmacro %}
