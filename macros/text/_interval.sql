{#
  A duration as a Spark interval literal: '1 h' is interval '1 hour'. None for a text that is not a whole number of
  microseconds.
#}
{% macro _interval_literal(text) %}
  {% set duration = tablestore._duration(text) %}
  {% if not duration or duration.unknown or duration.nanoseconds % 1000 %}
    {{ return(none) }}
  {% elif duration.nanoseconds % 1000000 %}
    {{ return("interval '" ~ duration.nanoseconds // 1000 ~ " microseconds'") }}
  {% endif %}
  {{ return("interval '" ~ tablestore._interval_text(duration.nanoseconds // 1000000) ~ "'") }}
{% endmacro %}

{# Milliseconds as the text of a Spark interval, in the largest unit that keeps the number whole: '10 minutes'. #}
{% macro _interval_text(milliseconds) %}
  {% set units = {'day': 86400000, 'hour': 3600000, 'minute': 60000, 'second': 1000, 'millisecond': 1} %}
  {% for unit, length in units.items() %}
    {% if milliseconds % length == 0 and (milliseconds or unit == 'second') %}
      {% set number = milliseconds // length %}
      {{ return(number ~ ' ' ~ unit ~ ('' if number in [1, -1] else 's')) }}
    {% endif %}
  {% endfor %}
{% endmacro %}
