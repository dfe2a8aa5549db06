{# An insert of a commit into a Delta table, which Delta executes once. #}
{% macro _insert_once(table, columns, rows, commit) %}
  {{ return('insert into ' ~ table ~ ' ' ~ tablestore._options_clause(tablestore._identifier(commit)) ~ ' ('
      ~ tablestore._wrapped(columns, 2) ~ ')\n' ~ rows) }}
{% endmacro %}
