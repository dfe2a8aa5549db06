{# A row as JSON, to compare rows of types that cannot be compared. A null row stays null. #}
{% macro _row_text(row) %}
  {{ return("to_json(" ~ row ~ ", map('ignoreNullFields', 'false', 'timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS', "
      ~ "'timestampNTZFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS'))") }}
{% endmacro %}
