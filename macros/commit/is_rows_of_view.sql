{#
  Whether a table with the name of the rows of a materialized view has these rows: a refresh has written it, and it is
  not the table of a node of the project. Any other is somebody else's.
#}
{% macro is_rows_of_view(table) %}
  {{ return(not tablestore._nodes_of(table) and tablestore._is_of_refresh(table)) }}
{% endmacro %}
