{#
  The time of the next commit: that of the run, but never before the last commit. A clock that goes back, or a backfill with an
  older `tablestore_clock`, would put newer commits before older ones, and a query as of a time would read them.
#}
{% macro _next_time(last) %}
  {% set now = tablestore._clock_text() %}
  {% set before = last.committed_at or now %}
  {# in this form, text has the order of the times #}
  {% if now.endswith('+00:00') and before.endswith('+00:00') and now | length == before | length %}
    {{ return([now, before] | max) }}
  {% endif %}
  {% set is_older = tablestore._timestamp_literal(now) ~ ' < ' ~ tablestore._timestamp_literal(before) %}
  {{ return(before if tablestore._rows('select ' ~ is_older ~ ' as is_older')[0].is_older else now) }}
{% endmacro %}
