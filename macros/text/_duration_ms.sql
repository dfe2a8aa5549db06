{#
  The milliseconds of a duration in the form of Flink's options: one whole number and one unit, milliseconds if there is no
  unit, or ISO 8601. None for any other text; `_duration_problem` is the error message.
#}
{% macro _duration_ms(text) %}
  {% set given = (text | string).strip() %}
  {% set units = ['day', 'hour', 'minute', 'second', 'millisecond', 'microsecond', 'nanosecond'] %}
  {% set duration = tablestore._duration(given ~ ' ms' if modules.re.match('[0-9]+$', given) else given, units) %}
  {% if not duration or not duration.simple or duration.unknown or duration.nanoseconds % 1000000 %}
    {{ return(none) }}
  {% endif %}
  {{ return(duration.nanoseconds // 1000000) }}
{% endmacro %}
