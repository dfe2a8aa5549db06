{#
  The side tables that a table no longer writes in a schema, because a rebuild moves them from there, or because a clone
  or a materialized view has taken its place: suffix -> table. Tables of others have no such columns, and the changelog
  of a materialized view is a view.
#}
{% macro former_tables(relation, schema) %}
  {% set tables = {} %}
  {% for suffix, columns in tablestore._side_tables_all().items() %}
    {% set table = tablestore.side_table(relation, suffix, schema) %}
    {% set found = load_relation(table) %}
    {% if found and not found.is_view and not tablestore._nodes_of(table)
        and tablestore._side_tables_recognized(table, columns) %}
      {% do tables.update({suffix: table | string}) %}
    {% endif %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
