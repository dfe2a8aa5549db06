{# Milliseconds in the form of Flink's options, in the largest unit that keeps the number whole: 5400000 is '90 min'. #}
{% macro _duration_text(milliseconds) %}
  {% for unit, length in {'d': 86400000, 'h': 3600000, 'min': 60000, 's': 1000}.items() if milliseconds and milliseconds % length == 0 %}
    {{ return((milliseconds // length) ~ ' ' ~ unit) }}
  {% endfor %}
  {{ return(milliseconds ~ ' ms') }}
{% endmacro %}
