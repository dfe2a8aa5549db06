{#
  A duration in whole milliseconds, by Flink's grammar: a whole number and a unit, or milliseconds without one. 0 means
  never. Returns nothing for a text that is none; `_duration_problem` has the words for it.
#}
{% macro _duration_ms(text) %}
  {% set nanoseconds = {
    'd|days?': 86400000000000, 'h|hours?': 3600000000000, 'm|min|minutes?': 60000000000, 's|secs?|seconds?': 1000000000,
    'ms|millis?|milliseconds?|': 1000000, 'us|µs|micros?|microseconds?': 1000, 'ns|nanos?|nanoseconds?': 1,
  } %}
  {% for number, unit in modules.re.findall('^(\\d+)\\s*([a-zµ]*)$', (text | string).strip().lower()) %}
    {% for spellings, length in nanoseconds.items() if modules.re.match('(' ~ spellings ~ ')$', unit) %}
      {% if number | int * length % 1000000 == 0 %}
        {{ return(number | int * length // 1000000) }}
      {% endif %}
    {% endfor %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{# What to say of a text that is no duration. `label` says where it was given. #}
{% macro _duration_problem(label, text) %}
  {{ return(label ~ " is '" ~ text ~ "'; write one whole number and one unit (d, h, min, s, ms), '1 d', '12 h' or '90 min'; '0 s' is never") }}
{% endmacro %}
