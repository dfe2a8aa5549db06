{#
  The pieces of time that windows are made of. Rows of one slice are in exactly the same windows, so a slice can be
  assigned, or aggregated, as a whole.

    cumulate  one slice per step
    tumble    one slice per window: a hop whose slide is its size
    hop       one slice per slide; two when the slide does not divide the size, then `_in_head` says whether a row is
              before the point where a window that began earlier ends

  Spark's window() counts whole microseconds from 1970-01-01 00:00, before 1970 too, and drops null times.
#}
{% macro _slices(relation, window) %}
  {% set length = window.step or window.slide %}
  {% set remainder = window.size % length %}
  {% set slice = tablestore._cut('_time', length, window.offset) ~ '.start' %}
  {% set sql -%}
  {% if remainder -%}
select
    *,
    {{ slice }} as _slice,
    _time < {{ slice }} + interval '{{ tablestore._span(remainder) }}' as _in_head
  {%- else -%}
select *, {{ slice }} as _slice
  {%- endif %}
from {{ tablestore._timed(relation, window.time) }}
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{#
  The relation with `_time`, its time on the wall clock: the cast takes a TIMESTAMP to the session's zone and leaves a
  TIMESTAMP_NTZ as it is. A query of its own, so that the cast, which is not cheap, is done once per row.
#}
{% macro _timed(relation, time) %}
  {% set sql -%}
(
    select *, cast({{ time }} as timestamp_ntz) as _time
    from {{ tablestore._indented(tablestore._table(relation), 4) }}
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# A time cut into windows of one length, as Spark's struct<start, end>. Any offset is reduced to the length. #}
{% macro _cut(time, length, offset) %}
  {% set span = "'" ~ tablestore._span(length) ~ "'" %}
  {% set shift = ", " ~ span ~ ", '" ~ tablestore._span(offset % length) ~ "'" if offset % length else '' %}
  {{ return('window(' ~ time ~ ', ' ~ span ~ shift ~ ')') }}
{% endmacro %}
