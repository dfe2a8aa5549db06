{# Whether the command has the flag --empty: models are built without rows, and nothing counts as read. #}
{% macro _is_run_without_rows() %}
  {{ return(flags.EMPTY or false) }}
{% endmacro %}
