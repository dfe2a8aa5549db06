{# A row as text, to compare rows of types that have no equality of their own; a row that is null stays null. #}
{% macro _row_text(row) %}
  {{ return("to_json(" ~ row ~ ", map('ignoreNullFields', 'false', 'timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS', "
      ~ "'timestampNTZFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS'))") }}
{% endmacro %}
