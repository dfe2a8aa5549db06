{#
  A duration in whole milliseconds: '10 minutes', '1 h', '-1500 milliseconds', '1 day 2 hours', or as pasted from Flink:
  INTERVAL '10' MINUTE. What cannot be a window's length is added to `problems`, and nothing is returned.
#}
{% macro _milliseconds(argument, duration, problems) %}
  {% set text = modules.re.sub("^interval\\b|'", ' ', (duration | string).strip().lower()) | trim %}
  {% set part = '([+-]?)\\s*(\\d+)(?:\\.(\\d+))?\\s*([a-zµ]+)' %}
  {% set total, finer, calendar, unknown = namespace(is=0), [], [], [] %}
  {% for sign, whole, fraction, unit in modules.re.findall(part, text) %}
    {% set length = tablestore._unit_length(unit) %}
    {% if length is none %}
      {% do (calendar if modules.re.match('(month|mon|quarter|year)s?$', unit) else unknown).append(unit) %}
    {% else %}
      {# Nanoseconds, so that nothing is rounded. #}
      {% set value = (whole ~ fraction) | int * length // 10 ** fraction | length %}
      {% do finer.append(unit) if (whole ~ fraction) | int * length % (10 ** fraction | length * 1000000) %}
      {% set total.is = total.is + (-value if sign == '-' else value) // 1000000 %}
    {% endif %}
  {% endfor %}
  {% set given = argument ~ ": '" ~ duration ~ "'" %}
  {% if calendar %}
    {% do problems.append(given ~ ' has no fixed length; write weeks, days, hours, minutes, seconds or milliseconds') %}
  {% elif unknown or not text or modules.re.sub(part, '', text) | trim %}
    {% do problems.append(given ~ " is not a duration; write one such as '10 minutes', '1 h' or '500 milliseconds'") %}
  {% elif finer %}
    {% do problems.append(given ~ ' is not a whole number of milliseconds; windows are cut to the millisecond') %}
  {% else %}
    {{ return(total.is) }}
  {% endif %}
  {{ return(none) }}
{% endmacro %}

{# The length of a unit of time in nanoseconds; a week is seven days. #}
{% macro _unit_length(unit) %}
  {% set spellings = {
      'weeks?|w': 604800000000000, 'days?|d': 86400000000000, 'hours?|hrs?|h': 3600000000000,
      'minutes?|mins?|m': 60000000000, 'seconds?|secs?|s': 1000000000, 'milliseconds?|millis?|ms': 1000000,
      'microseconds?|micros?|us|µs': 1000, 'nanoseconds?|nanos?|ns': 1,
  } %}
  {% for spelling, length in spellings.items() if modules.re.match('(' ~ spelling ~ ')$', unit) %}
    {{ return(length) }}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{# Milliseconds as Spark reads them, in the largest unit that divides them: '10 minutes'. #}
{% macro _span(milliseconds) %}
  {% for unit, length in [('day', 86400000), ('hour', 3600000), ('minute', 60000), ('second', 1000), ('millisecond', 1)] %}
    {% if milliseconds % length == 0 and (milliseconds or length == 1) %}
      {% set number = milliseconds // length %}
      {{ return(number ~ ' ' ~ unit ~ ('' if number == 1 else 's')) }}
    {% endif %}
  {% endfor %}
{% endmacro %}
