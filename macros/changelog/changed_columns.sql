{#
  The operations on a Delta table after a version that can have made other columns of its columns, as a list of
  {operation, columns}: the columns that were dropped or renamed, as Delta writes their names; none if it can be any.
  The change data feed has no changes for that, and no error where the table has columns of the same names again. Delta
  itself refuses to overwrite a table with a feed so that a column has another name in its files.
#}
{% macro changed_columns(relation, after, until) %}
  {% set found, rows = [], tablestore.history_after(relation, after, until) if until > after else [] %}
  {% for row in rows if row.version | int > after %}
    {% set operation, given = row.operation, fromjson(row.operationParameters or '{}') %}
    {% if operation == 'DROP COLUMNS' %}
      {% do found.append({'operation': operation, 'columns': fromjson(given.columns)}) %}
    {% elif operation == 'RENAME COLUMN' %}
      {% do found.append({'operation': operation, 'columns': [given.oldColumnPath]}) %}
    {% elif operation in ['REPLACE COLUMNS', 'CLONE']
        or (operation == 'RESTORE' and tablestore._can_map_columns(relation)) %}
      {% do found.append({'operation': operation, 'columns': none}) %}
    {% endif %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{#
  Whether the columns of a Delta table can have other names than in its files, now or at an earlier version. If not, a
  column is known by its name.
#}
{% macro _can_map_columns(relation) %}
  {% set properties = tablestore.table_properties(relation) %}
  {{ return('delta.feature.columnMapping' in properties or properties.get('delta.minReaderVersion') == '2') }}
{% endmacro %}
