{#
  Each row with its session: rows of one partition that are at most `gap` apart are in the same session, which ends one
  gap after its last row.

    ts     k         window_start  window_end      (gap 5 minutes)
    08:00  a    ->   08:00         08:10
    08:05  a         08:00         08:10
    08:11  a         08:11         08:16
#}
{% macro session(relation, time_column, gap, partition_by=[]) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set problems = [] %}
  {% set window = tablestore._read_window(
      {'type': 'session', 'time_column': time_column, 'gap': gap, 'partition_by': partition_by}, problems) %}
  {% do tablestore.fail('session', problems + tablestore._session_problems(relation)) %}
  {{ return(tablestore._assign_sessions(relation, window)) }}
{% endmacro %}
