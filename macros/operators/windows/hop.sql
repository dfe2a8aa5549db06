{#
  Each row once per window that it is in, where a window of a fixed size starts every `slide`. With a slide longer than
  the size, a row may be in no window.

    bidtime  price         window_start  window_end      (slide 5 minutes, size 10 minutes)
    08:07    2.00     ->   08:00         08:10
                           08:05         08:15
#}
{% macro hop(relation, time_column, slide, size, offset=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set problems = [] %}
  {% set window = tablestore._read_window(
      {'type': 'hop', 'time_column': time_column, 'slide': slide, 'size': size, 'offset': offset}, problems) %}
  {% do tablestore.fail('hop', problems) %}
  {{ return(tablestore._assign_windows(relation, window)) }}
{% endmacro %}
