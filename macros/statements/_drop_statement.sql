{# Drops a table, with its files; `format` is the record of its format. #}
{% macro _drop_statement(format, table) %}
  {{ return(format.drop | replace('{table}', table | string)) }}
{% endmacro %}
