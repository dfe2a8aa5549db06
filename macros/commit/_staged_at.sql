{# The time of the machine as text: when a table with staged rows was made, see `_drop_left_tables`. #}
{% macro _staged_at() %}
  {{ return(tablestore._utc_now().strftime('%Y-%m-%d %H:%M:%S')) }}
{% endmacro %}
