{#
  A time that is a number of milli-, micro- or nanoseconds since 1970, in UTC. If the unit is not known, it is the one
  that gives a time between 1653 and 2286; a number that could have two units does not fit. Small numbers count as
  milliseconds, of which most streams without a schema are.
#}
{% macro _time_of_number(leaf, type, unit) %}
  {% set number = 'try_cast(' ~ leaf ~ ' as bigint)' %}
  {% set nanos = '(' ~ number ~ ' - pmod(' ~ number ~ ', 1000L)) div 1000L' %}
  {% set micros = {'millis': 'try_multiply(' ~ number ~ ', 1000L)', 'micros': number, 'nanos': nanos}.get(unit) %}
  {% if not micros %}
    {% set size = 'abs(' ~ number ~ ')' %}
    {% set micros = tablestore._wrapped_case([
      'when ' ~ size ~ ' < 10000000000000L then ' ~ number ~ ' * 1000L',
      'when ' ~ size ~ ' between 300000000000000L and 10000000000000000L then ' ~ number,
      'when ' ~ size ~ ' > 300000000000000000L then ' ~ nanos,
    ]) | indent(2) %}
  {% endif %}
  {% if type == 'timestamp_ntz' %}
    {# timestampadd() would compare the name of its unit for each value #}
    {{ return("timestamp_ntz '1970-01-01 00:00:00' + " ~ micros ~ " * interval '0.000001' second") }}
  {% endif %}
  {{ return('timestamp_micros(' ~ micros ~ ')') }}
{% endmacro %}
