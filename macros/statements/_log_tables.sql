{# The tables of a changelog: that with the changes, and the one where changes wait, if there is one. #}
{% macro _log_tables(log) %}
  {{ return([log.table] + ([log.pending_table] if log.pending_table else []) if log else []) }}
{% endmacro %}
