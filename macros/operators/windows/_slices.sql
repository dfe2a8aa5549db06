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
    select *, {{ tablestore._window_expression('_time', window.size, window.offset) }} as _block
    from (
        select *, {{ tablestore._window_expression('_time', window.step, window.offset) }}.end as _slice
        from {{ tablestore._indent(tablestore._with_time(relation, window.time), 8) }}
    )
)
    {%- endset %}
    {{ return(sql) }}
  {% endif %}
  {% set length = window.slide %}
  {% set remainder = window.size % length %}
  {% set slice = tablestore._window_expression('_time', length, window.offset) ~ '.start' %}
  {% set sql -%}
  {% if remainder -%}
select
    *,
    {{ slice }} as _slice,
    _time < {{ slice }} + interval '{{ tablestore._interval_text(remainder) }}' as _in_head
  {%- else -%}
select *, {{ slice }} as _slice
  {%- endif %}
from {{ tablestore._with_time(relation, window.time) }}
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
