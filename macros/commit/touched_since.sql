{#
  What another program has done to a keyed table since its last commit; none if nothing. Iceberg keeps the properties of
  a table that CREATE OR REPLACE has replaced, and of one that goes back to an earlier snapshot, and no other program
  writes changes to a changelog. So the properties are only believed as far as the snapshots, or the versions of a Delta
  table, agree: each since the last commit must have the record of a commit, or have changed no row.

    how    'replaced': it is not a keyed table any more; 'back': it has the rows of an earlier commit; or 'written'
    what   the same in words, which follow the name of the table
    at     its snapshot or version

  `last` is its last commit. A Delta table that was replaced has lost its properties, so it needs no look.
#}
{% macro touched_since(relation, last) %}
  {% if not last.epoch or 'current-snapshot-id' in last.properties %}
    {{ return(last.touched) }}
  {% endif %}
  {% set found, at = tablestore._adapter_last_version(relation), (last.version or -2) | int %}
  {% set newest = found[0].version | int %}
  {# the seal of a commit is the version after it #}
  {% if at < 0 or newest == at or (newest == at + 1 and found[0].operation == 'SET TBLPROPERTIES') %}
    {{ return(none) }}
  {% endif %}
  {% set others = [] %}
  {% for row in tablestore.query_rows('describe history ' ~ relation) if row.version | int > at
      and row.operation not in tablestore._operations_without_rows() and last.epoch not in (row.userMetadata or '') %}
    {% do others.append(row) %}
  {% endfor %}
  {{ return(tablestore._touched_by(others, 'RESTORE' in others | map(attribute='operation') | list, newest)) }}
{% endmacro %}
