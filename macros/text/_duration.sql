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
  {% set iso = modules.re.match('p(?=.)([0-9]{1,18}d)?(?:t(?=.)([0-9]{1,18}h)?([0-9]{1,18}m)?([0-9]{1,18}(?:\\.[0-9]{1,9})?s)?)?$', given) %}
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
