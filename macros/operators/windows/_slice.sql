{#
  The rows, each with its slice. Slices are the pieces of time that windows consist of: all rows of a slice are in the
  same windows, so a slice is assigned to windows, or aggregated, as a whole.

    tumble    one slice per window: a hop whose slide is its size
    hop       one slice per slide, or two when the slide does not divide the size: `__in_head` says whether a row is
              before the end of the windows that end within the slide
    cumulate  one slice per step, identified by its end; `__window_start` and `__last_end` are the bounds of the longest
              window that contains it. There are two subqueries because a SELECT can have only one window().

  Spark's window() counts whole microseconds from 1970-01-01 00:00, even before 1970.
#}
{% macro _sliced_rows(relation, window) %}
  {% if window.type == 'cumulate' %}
    {% set sql -%}
select * except (__longest), __longest.start as __window_start, __longest.end as __last_end
from (
    select *, {{ tablestore._window_expression('__local_time', window.size, window.offset) }} as __longest
    from (
        select *, {{ tablestore._window_expression('__local_time', window.step, window.offset) }}.end as __slice_end
        from {{ tablestore._indent(tablestore._with_local_time(relation, window.time), 8) }}
    )
)
    {%- endset %}
    {{ return(sql) }}
  {% endif %}
  {% set head = window.size % window.slide %}
  {% set slice_start = tablestore._window_expression('__local_time', window.slide, window.offset) ~ '.start' %}
  {% set sql -%}
  {% if head -%}
select
    *,
    {{ slice_start }} as __slice_start,
    __local_time < {{ slice_start }} + interval '{{ tablestore._interval_text(head) }}' as __in_head
  {%- else -%}
select *, {{ slice_start }} as __slice_start
  {%- endif %}
from {{ tablestore._with_local_time(relation, window.time) }}
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}

{# The columns that identify a slice and determine its windows. #}
{% macro _slice_columns(window) %}
  {% if window.type == 'cumulate' %}
    {{ return(['__slice_end', '__window_start', '__last_end']) }}
  {% endif %}
  {{ return(['__slice_start', '__in_head'] if window.size % window.slide else ['__slice_start']) }}
{% endmacro %}
