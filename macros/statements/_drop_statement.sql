{# Drops a table of this format, with its files. #}
{% macro _drop_statement(format, table) %}
  {{ return(tablestore.formats()[format].drop | replace('{table}', table | string)) }}
{% endmacro %}
