{# A duration as a Spark interval literal: '1 h' is interval '1 hour'. None for a text that is not a whole number of microseconds. #}
{% macro _interval_literal(text) %}
  {% set duration = tablestore._duration(text) %}
  {% if not duration or duration.unknown or duration.nanoseconds % 1000 %}
    {{ return(none) }}
  {% elif duration.nanoseconds % 1000000 %}
    {{ return("interval '" ~ duration.nanoseconds // 1000 ~ " microseconds'") }}
  {% endif %}
  {{ return("interval '" ~ tablestore._interval_text(duration.nanoseconds // 1000000) ~ "'") }}
{% endmacro %}
