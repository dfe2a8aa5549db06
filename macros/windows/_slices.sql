{#
  The pieces of time that windows are made of. Rows of one slice are in exactly the same windows, so a slice can be
  assigned, or aggregated, as a whole.

    cumulate  one slice per step, known by its end `_slice`; `_start` and `_last` are the
              start and the end of the longest window it is in
    tumble    one slice per window: a hop whose slide is its size
    hop       one slice per slide; two when the slide does not divide the size, then `_in_head` says whether a row is
              before the point where a window that began earlier ends

  Spark's window() counts whole microseconds from 1970-01-01 00:00, before 1970 too, and drops null times.
#}
{% macro _slices(relation, window) %}
  {% if window.type == 'cumulate' %}
    {% set sql -%}
select * except (_block), _block.start as _start, _block.end as _last
from (
    select *, {{ tablestore._cut('_time', window.size, window.offset) }} as _block
    from (
        select *, {{ tablestore._cut('_time', window.step, window.offset) }}.end as _slice
        from {{ tablestore._indented(tablestore._timed(relation, window.time), 8) }}
    )
)
    {%- endset %}
    {{ return(sql) }}
  {% endif %}
  {% set length = window.slide %}
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

{# What tells slices apart, and what their windows follow from. #}
{% macro _slice_columns(window) %}
  {% if window.type == 'cumulate' %}
    {{ return(['_slice', '_start', '_last']) }}
  {% endif %}
  {{ return(['_slice', '_in_head'] if window.size % window.slide else ['_slice']) }}
{% endmacro %}

{#
  The relation with `_time`, its time on the wall clock: the cast takes a TIMESTAMP to the session's zone and leaves a
  TIMESTAMP_NTZ as it is. The cast is not cheap. It is done once per row because this is a query of its own, and because
  `_time` cannot be null: window() asks that of its time, and Spark would do the cast once more to answer.
#}
{% macro _timed(relation, time) %}
  {% set sql -%}
(
    select *, coalesce(cast({{ time }} as timestamp_ntz), timestamp_ntz'1970-01-01') as _time
    from {{ tablestore._indented(tablestore._table(relation), 4) }}
    where {{ time }} is not null
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
