{#
  A duration as {nanoseconds, simple, unknown}, or none for a text that is not a duration:

    '10 minutes', '1 h', '1 day 2 hours', '-1.5 s'   numbers with units, as in Spark and in Flink's options
    INTERVAL '10' MINUTE                             as in Flink's SQL
    PT12H, P1DT12H                                   ISO 8601

    units    the names of the units that are accepted; by default every unit of a fixed length
    simple   whether it is ISO 8601, or one whole number without a sign: what Flink's options accept
    unknown  units that are not accepted; then there are no nanoseconds

  A length of more than 89478485 days is not a duration: Spark counts the hours of an interval in 32 bits.
#}
{% macro _duration(text, units=none) %}
  {% set given = (text | string).strip().lower() %}
  {% set time = '(?:t(?=.)([0-9]{1,18}h)?([0-9]{1,18}m)?([0-9]{1,18}(?:\\.[0-9]{1,9})?s)?)?' %}
  {% set iso = modules.re.match('p(?=.)([0-9]{1,18}d)?' ~ time ~ '$', given) %}
  {% if iso %}
    {% set given = iso.groups() | select | join(' ') %}
  {% endif %}
  {% set interval = given.startswith('interval') %}
  {% if interval %}
    {% set given = given[8:] | replace("'", ' ') | trim %}
  {% endif %}
  {% set pattern = '([+-]?)\\s*(?<![0-9])([0-9]{1,18})(?![0-9])(?:\\.([0-9]+))?\\s*([a-zµ]+)' %}
  {% if not given or modules.re.sub(pattern, '', given) | trim %}
    {{ return(none) }}
  {% endif %}
  {% set lengths, unknown, total = tablestore._unit_nanoseconds(units), [], namespace(nanoseconds=0) %}
  {% set parts = modules.re.findall(pattern, given) %}
  {% for sign, whole, fraction, unit in parts %}
    {% if unit in lengths %}
      {% set length = (whole ~ fraction) | int * lengths[unit] // 10 ** fraction | length %}
      {% set total.nanoseconds = total.nanoseconds + (-length if sign == '-' else length) %}
    {% else %}
      {% do unknown.append(unit) %}
    {% endif %}
  {% endfor %}
  {% if total.nanoseconds | abs > 89478485 * 86400000000000 %}
    {{ return(none) }}
  {% endif %}
  {{ return({
    'nanoseconds': none if unknown else total.nanoseconds,
    'simple': iso is not none or (parts | length == 1 and not parts[0][0] and not parts[0][2] and not interval),
    'unknown': unknown,
  }) }}
{% endmacro %}

{#
  The spellings of time units with their lengths in nanoseconds. For named units these are the spellings of Flink's
  options; for all units they include those that only window lengths accept. A week is seven days.
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

{#
  The milliseconds of a duration in the form of Flink's options: one whole number and one unit, milliseconds if there is
  no unit, or ISO 8601. None for any other text; `_duration_problem` is the error message.
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

{# Milliseconds in the form of Flink's options, in the largest unit that keeps the number whole: 5400000 is '90 min'. #}
{% macro _duration_text(milliseconds) %}
  {% for unit, length in {'d': 86400000, 'h': 3600000, 'min': 60000, 's': 1000}.items()
      if milliseconds and milliseconds % length == 0 %}
    {{ return((milliseconds // length) ~ ' ' ~ unit) }}
  {% endfor %}
  {{ return(milliseconds ~ ' ms') }}
{% endmacro %}

{# The error message for a text that `_duration_ms` does not accept. `label` says where it was given. #}
{% macro _duration_problem(label, text) %}
  {{ return(label ~ " is '" ~ text ~ "'; write one whole number and one unit (d, h, min, s, ms), "
      ~ "such as '1 d', '12 h' or '90 min'") }}
{% endmacro %}
