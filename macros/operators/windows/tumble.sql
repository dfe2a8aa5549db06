{#
  Each row with its window of a fixed size. Windows follow each other and do not overlap.

    bidtime  price         window_start  window_end  window_time
    08:07    2.00     ->   08:00         08:10       08:09:59.999
#}
{% macro tumble(relation, time_column, size, offset=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set problems = [] %}
  {% set window = tablestore._read_window(
      {'type': 'tumble', 'time_column': time_column, 'size': size, 'offset': offset}, problems) %}
  {% do tablestore.fail('tumble', problems) %}
  {% set sql -%}
(
    select
        * except (__local_time, __window),
        __window.start as window_start,
        __window.end as window_end,
        coalesce(__window.end - interval '1 millisecond', {{ window.time }}) as window_time
    from (
        select *, {{ tablestore._window_expression('__local_time', window.size, window.offset) }} as __window
        from {{ tablestore._indent(tablestore._with_local_time(relation, window.time), 8) }}
    )
)
  {%- endset %}
  {{ return(sql) }}
{% endmacro %}
