{#
  Each row once per window that it is in, where windows of the same start end one `step` after each other, up to `size`.
  An aggregate over them is a running total that restarts every hour, every day, and so on.

    bidtime  price         window_start  window_end      (step 2 minutes, size 10 minutes)
    08:07    2.00     ->   08:00         08:08
                           08:00         08:10
#}
{% macro cumulate(relation, time_column, step, size, offset=none) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set problems = [] %}
  {% set window = tablestore._read_window(
      {'type': 'cumulate', 'time_column': time_column, 'step': step, 'size': size, 'offset': offset}, problems) %}
  {% do tablestore.fail('cumulate', problems) %}
  {{ return(tablestore._assign_windows(relation, window)) }}
{% endmacro %}
