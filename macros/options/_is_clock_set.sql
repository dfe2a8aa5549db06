{# Whether the user sets the time of the run. #}
{% macro _is_clock_set() %}
  {{ return((var('tablestore_clock', none) or env_var('DBT_TABLESTORE_CLOCK', '')) | length > 0) }}
{% endmacro %}
