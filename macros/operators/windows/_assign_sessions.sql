{#
  Each row with its session: the result of `session`, whose arguments are in `window`.

  A row that starts a session has its time in `__session_start`; a running maximum passes it on to the rows after it.
  Spark's window() cuts the time to milliseconds and drops rows without a time.
#}
{% macro _assign_sessions(relation, window) %}
  {% set keys = tablestore._quoted(window.partition_by) | join(', ') %}
  {% set by_time = ('partition by ' ~ keys ~ ' ' if keys) ~ 'order by __local_time' %}
  {% set session = 'partition by ' ~ (keys ~ ', ' if keys) ~ '__window_start' %}
  {% set gap = "interval '" ~ tablestore._interval_text(window.gap) ~ "'" %}
  {% set continues = '__local_time <= lag(__local_time) over (' ~ by_time ~ ') + ' ~ gap %}
  {% set sql -%}
(
    with _timed as (
        select *, window(cast({{ window.time }} as timestamp_ntz), '1 millisecond').start as __local_time
        from {{ tablestore._indent(tablestore._table_expression(relation), 8) }}
    ),

    _session_starts as (
        select
            *,
            if({{ continues }}, null, __local_time) as __session_start
        from _timed
    ),

    _started as (
        select *, max(__session_start) over ({{ by_time }} rows unbounded preceding) as __window_start
        from _session_starts
    ),

    _sessions as (
        select *, max(__local_time) over ({{ session }}) + {{ gap }} as __window_end
        from _started
    )

    select
        * except (__local_time, __session_start, __window_start, __window_end),
        __window_start as window_start,
        __window_end as window_end,
        coalesce(__window_end - interval '1 millisecond', {{ window.time }}) as window_time
    from _sessions
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
