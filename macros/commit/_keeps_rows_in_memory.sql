{# Whether Spark runs in one process: then rows that it keeps in memory are there until the run ends. #}
{% macro _keeps_rows_in_memory() %}
  {{ return(adapter.session is defined and adapter.session().runs_in_one_process) }}
{% endmacro %}
