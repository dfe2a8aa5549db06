{#
  Each row with its session: rows of one partition that follow each other by at most `gap`. A session ends a gap after
  its last row.

    ts     k         window_start  window_end      (gap 5 minutes)
    08:00  a    ->   08:00         08:10
    08:05  a         08:00         08:10
    08:11  a         08:11         08:16

  One pass in order of time finds the rows that open a session and carries the opening time along.
#}
{% macro session(relation, time_column, gap, partition_by=[]) %}
  {% set problems = [] %}
  {% set window = tablestore._read_window(
      {'type': 'session', 'time_column': time_column, 'gap': gap, 'partition_by': partition_by}, problems) %}
  {% do tablestore._fail('session', problems) %}
  {% set keys = tablestore._column_list(window.partition_by) %}
  {% set line = 'partition by ' ~ keys ~ ' order by _time' if keys else 'order by _time' %}
  {% set gap = "interval '" ~ tablestore._interval_text(window.gap) ~ "'" %}
  {% set sql -%}
(
    with _times as (
        select *, window(cast({{ window.time }} as timestamp_ntz), '1 millisecond').start as _time
        from {{ tablestore._indent(tablestore._table_expression(relation), 8) }}
    ),

    _openings as (
        select *, if(_time <= lag(_time) over ({{ line }}) + {{ gap }}, null, _time) as _opening
        from _times
    ),

    _sessions as (
        select *, max(_opening) over ({{ line }} rows unbounded preceding) as _start
        from _openings
    ),

    _ends as (
        select *, max(_time) over (partition by {{ keys ~ ', ' if keys }}_start) + {{ gap }} as _end
        from _sessions
    )

    select
        * except (_time, _opening, _start, _end),
        _start as window_start,
        _end as window_end,
        coalesce(_end - interval '1 millisecond', {{ window.time }}) as window_time
    from _ends
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
