{#
  The time that is so many milliseconds before another one, as a Spark literal. It is not before 1970, when no table had
  a history, because a long duration would go back to years that Python does not have.
#}
{% macro _time_before(time, milliseconds) %}
  {% set start = modules.datetime.datetime(1970, 1, 1, tzinfo=modules.pytz.utc) %}
  {% set since = ((time - start).total_seconds() * 1000) | int %}
  {% set before = time - modules.datetime.timedelta(milliseconds=[milliseconds, since] | min) %}
  {{ return(tablestore._timestamp_literal(before.strftime('%Y-%m-%d %H:%M:%S+00:00'))) }}
{% endmacro %}
