{#
  What a table that is not a keyed table has been made by: the snapshot of an Iceberg table, or the version of a Delta
  table in which another program has made or replaced it; empty if that is not known. All runs that adopt the table at
  the same time find the same.
#}
{% macro _origin(relation, last) %}
  {% if 'current-snapshot-id' in last.properties %}
    {{ return(last.snapshot or '') }}
  {% endif %}
  {% for row in tablestore.query_rows('describe history ' ~ relation)
      if ('CREATE' in row.operation or 'REPLACE' in row.operation or row.operation in ['CLONE', 'CONVERT'])
      and 'tablestore.serial' not in (row.userMetadata or '') %}
    {{ return(row.version | string) }}
  {% endfor %}
  {{ return('') }}
{% endmacro %}
