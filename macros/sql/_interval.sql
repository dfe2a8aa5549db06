{#
  A duration in Flink's or Spark's usual spelling as a Spark interval literal:
  '10 minutes', '1 h', '-1500 ms' or '1 hour 30 minutes'. Returns nothing when the text cannot be read.
#}
{% macro _interval(duration) %}
  {% set units = {
      'week': 'weeks?|w', 'day': 'days?|d', 'hour': 'hours?|h', 'minute': 'minutes?|min|m',
      'second': 'seconds?|sec|s', 'millisecond': 'milliseconds?|millis?|ms', 'microsecond': 'microseconds?|micros?|us',
  } %}
  {% set text = (duration | string).strip().lower() %}
  {% if not modules.re.match('([+-]?\\d+(\\.\\d+)?\\s*[a-z]+\\s*)+$', text) %}
    {{ return(none) }}
  {% endif %}
  {% set parts = [] %}
  {% for number, fraction, unit in modules.re.findall('([+-]?\\d+(\\.\\d+)?)\\s*([a-z]+)', text) %}
    {% for name, spellings in units.items() if modules.re.match('(' ~ spellings ~ ')$', unit) %}
      {% do parts.append(number ~ ' ' ~ name ~ ('' if number.lstrip('+-') == '1' else 's')) %}
    {% else %}
      {{ return(none) }}
    {% endfor %}
  {% endfor %}
  {{ return("interval '" ~ parts | join(' ') ~ "'") }}
{% endmacro %}
