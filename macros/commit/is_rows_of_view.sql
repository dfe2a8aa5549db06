{#
  Whether a table with the name of the rows of a materialized view has these rows: a refresh has written it, which the
  record of each commit says, and it is not the table of a node of the project. Any other is somebody else's.
#}
{% macro is_rows_of_view(table) %}
  {% set properties = tablestore.table_properties(table) %}
  {{ return(not tablestore._nodes_of(table)
      and ('tablestore.view' in properties or '"tablestore.view": ' in properties.values() | join(' '))) }}
{% endmacro %}
