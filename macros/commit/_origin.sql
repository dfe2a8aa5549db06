{#
  What a table that is not a keyed table comes from: the snapshot of an Iceberg table, or the id of a Delta table and
  its last version in which another program has changed rows, or in which it has stopped being a keyed table, as far as
  that is known. All runs that adopt the table at the same time find the same, and those that adopt it again, or another
  table of its name, find something else.
#}
{% macro _origin(relation, last) %}
  {% if 'current-snapshot-id' in last.properties %}
    {{ return(last.snapshot or '') }}
  {% endif %}
  {% set id = tablestore.query_rows('describe detail ' ~ relation)[0].id %}
  {% set without_rows = tablestore._operations_without_rows() | reject('equalto', 'UNSET TBLPROPERTIES') | list %}
  {% for row in tablestore.query_rows('describe history ' ~ relation)
      if row.operation not in without_rows and 'tablestore.serial' not in (row.userMetadata or '') %}
    {{ return(id ~ ' ' ~ row.version) }}
  {% endfor %}
  {{ return(id) }}
{% endmacro %}
