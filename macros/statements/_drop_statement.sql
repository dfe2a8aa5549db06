{# Drops a table, with its files; `format` is the record of its format. #}
{% macro _drop_statement(format, table) %}
  {{ return(dict(format.drop, step='clean', table=table | string,
      sql=format.drop.sql | replace('{table}', table | string))) }}
{% endmacro %}
