{#
  The side tables that a table no longer writes in a schema, because a rebuild moves them from there, or because a clone
  has taken its place: suffix -> table. Tables of others have no such columns.
#}
{% macro former_tables(relation, schema) %}
  {% set tables = {} %}
  {% for suffix, columns in tablestore._side_tables_all().items() %}
    {% set table = tablestore.side_table(relation, suffix, schema) %}
    {% if load_relation(table) and not tablestore._nodes_of(table)
        and tablestore._side_tables_recognized(table, columns) %}
      {% do tables.update({suffix: table | string}) %}
    {% endif %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}
