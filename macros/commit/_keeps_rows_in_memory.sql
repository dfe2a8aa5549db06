{# Whether Spark runs in one process: then rows that it keeps in memory are there until the run ends. #}
{% macro _keeps_rows_in_memory() %}
  {{ return(adapter.runs_in_one_process is defined and adapter.runs_in_one_process()) }}
{% endmacro %}
