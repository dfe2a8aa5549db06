{#
  The spellings of time units with their lengths in nanoseconds. For named units these are the spellings of Flink's options;
  for all units they include those that only window lengths accept. A week is seven days.
#}
{% macro _unit_nanoseconds(units=none) %}
  {% set spellings = {
    'week': [604800000000000, 'w', 'week', 'weeks'],
    'day': [86400000000000, 'd', 'day', 'days'],
    'hour': [3600000000000, 'h', 'hour', 'hours'],
    'minute': [60000000000, 'm', 'min', 'minute', 'minutes'],
    'second': [1000000000, 's', 'sec', 'secs', 'second', 'seconds'],
    'millisecond': [1000000, 'ms', 'milli', 'millis', 'millisecond', 'milliseconds'],
    'microsecond': [1000, 'us', 'µs', 'micro', 'micros', 'microsecond', 'microseconds'],
    'nanosecond': [1, 'ns', 'nano', 'nanos', 'nanosecond', 'nanoseconds'],
  } %}
  {% set lengths = {} if units else {'hr': 3600000000000, 'hrs': 3600000000000, 'mins': 60000000000} %}
  {% for unit in units or spellings %}
    {% for spelling in spellings[unit][1:] %}
      {% do lengths.update({spelling: spellings[unit][0]}) %}
    {% endfor %}
  {% endfor %}
  {{ return(lengths) }}
{% endmacro %}
