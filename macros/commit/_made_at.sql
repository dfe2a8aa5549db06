{# When a run makes a table, by the clock of the machine, for `_drop_left_tables`. #}
{% macro _made_at() %}
  {{ return(tablestore._utc_now().strftime('%Y-%m-%d %H:%M:%S')) }}
{% endmacro %}
