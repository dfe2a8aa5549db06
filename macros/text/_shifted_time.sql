{#
  A time plus or minus a duration of fixed length: 24 hours, however long the day is. Spark's interval literals count
  full days as days of the calendar, so a day of a TIMESTAMP has 23 or 25 hours where clocks change. An interval of
  hours that `make_interval` returns has no days. It cannot be added to a DATE, which the coalesce makes a
  TIMESTAMP_NTZ; a TIMESTAMP stays what it is.

    sign  '+' or '-'
#}
{% macro _shifted_time(time, sign, duration) %}
  {% set total = tablestore._duration(duration).nanoseconds // 1000 %}
  {% if total | abs < 86400000000 %}
    {{ return(time ~ ' ' ~ sign ~ ' ' ~ tablestore._interval_literal(duration)) }}
  {% endif %}
  {% set sign, total = '+' if (total < 0) == (sign == '-') else '-', total | abs %}
  {% if total % 60000000 %}
    {% set parts = [0, 0, '%d.%06d' | format(total // 1000000, total % 1000000)] %}
  {% else %}
    {% set parts = [total // 3600000000, total // 60000000 % 60] | select | list %}
  {% endif %}
  {{ return('coalesce(' ~ time ~ ', cast(null as timestamp_ntz)) ' ~ sign ~ ' make_interval(0, 0, 0, 0, '
      ~ parts | join(', ') ~ ')') }}
{% endmacro %}
