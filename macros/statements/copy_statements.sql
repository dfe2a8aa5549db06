{#
  The statements that make a table a copy of the rows of a query, or that only drop it if there is none. Between them,
  and if the second one fails, there is no such table.

    format  the name of its format
#}
{% macro copy_statements(format, table, query) %}
  {% set record = tablestore._format(format) %}
  {% set dropped = tablestore._drop_statement(record, table) %}
  {{ return([dropped] if query is none else [dropped, {'step': 'write', 'creates': table | string,
      'sql': 'create table ' ~ table ~ '\nusing ' ~ record.using ~ '\nas\n' ~ query}]) }}
{% endmacro %}
