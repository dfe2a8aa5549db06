{#
  The time of the next commit: that of the run, but never before the last commit. A clock that goes back, or a backfill
  with an older `tablestore_clock`, would put newer commits before older ones, and a query as of a time would read them.

  A rebuild begins anew, so it does not take over a time that is far ahead. Clocks of machines differ by less, so a run
  that is late still finds the rows of a rebuild later than its own, see `_maintain_changelog`.

    is_later  whether it is after that of the last commit: what was known between two commits has a time of its own
    rebuild   whether the commit replaces the table

  The result is {at, clock, last, is_ahead}, with times as text in UTC, which sessions with other time zones read:

    clock     the time of the run
    last      that of the last commit; none if there is none
    is_ahead  whether it is more than an hour after the clock: one of the two clocks was set, or is wrong
#}
{% macro _next_time(last, is_later=false, rebuild=false) %}
  {% set form, texts, read = '%Y-%m-%d %H:%M:%S.%f+00:00', {'clock': tablestore._clock_text()}, {} %}
  {% do texts.update({'last': last.committed_at}) if last.committed_at %}
  {% for name, text in texts.items() if text.endswith('+00:00') and text | length in [25, 32] %}
    {% do read.update({name: modules.datetime.datetime.strptime(text | replace('T', ' '),
        form if text | length == 32 else form | replace('.%f', ''))}) %}
  {% endfor %}
  {# a clock that the user sets without a zone is in that of the session #}
  {% do read.update(tablestore._times_of_session(texts)) if read | length < texts | length %}
  {% set clock, before = read.clock, read.last if last.committed_at else none %}
  {% set is_ahead = before is not none and clock < before - modules.datetime.timedelta(hours=1) %}
  {% set begins_anew = before is none or (rebuild and is_ahead) %}
  {% set at = clock if begins_anew
      else [clock, before + modules.datetime.timedelta(microseconds=1 if is_later else 0)] | max %}
  {{ return({'at': at.strftime(form), 'clock': clock.strftime(form),
      'last': before.strftime(form) if before is not none else none, 'is_ahead': is_ahead}) }}
{% endmacro %}

{# Times that are SQL, by name, as datetimes in UTC. #}
{% macro _times_of_session(texts) %}
  {% set columns, times = [], {} %}
  {% for name, text in texts.items() %}
    {% do columns.append('unix_micros(' ~ tablestore._timestamp_literal(text) ~ ') as of_' ~ name) %}
  {% endfor %}
  {% for name, micros in tablestore.query_rows('select ' ~ columns | join(', '))[0].items() %}
    {% do times.update({name[3:]: modules.datetime.datetime(1970, 1, 1)
        + modules.datetime.timedelta(microseconds=micros | int)}) %}
  {% endfor %}
  {{ return(times) }}
{% endmacro %}
