{#
  The operations on a Delta table after a version that can have made other columns of its columns, as a list of
  {operation, columns}: the columns that were dropped or renamed, as Delta writes their names; none if it can be any.
  The change data feed has no changes for that, and no error where the table has columns of the same names again. Delta
  itself refuses to overwrite a table with a feed so that a column has another name in its files.
#}
{% macro changed_columns(relation, after, until) %}
  {% set found, rows = [], tablestore.history_after(relation, after, until) if until > after else [] %}
  {% for row in rows if row.version | int > after %}
    {% set operation, text = row.operation, row.operationParameters or '{}' %}
    {% if operation == 'DROP COLUMNS' %}
      {% do found.append({'operation': operation, 'columns': tablestore._dropped_columns(text)}) %}
    {% elif operation == 'RENAME COLUMN' %}
      {% set given = fromjson(text) or {} %}
      {% do found.append({'operation': operation, 'columns': [given.oldColumnPath] if given.oldColumnPath else none}) %}
    {% elif operation in ['REPLACE COLUMNS', 'CLONE']
        or (operation == 'RESTORE' and tablestore._can_map_columns(relation)) %}
      {% do found.append({'operation': operation, 'columns': none}) %}
    {% endif %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{#
  The columns of a DROP COLUMN in Delta's history; none if they cannot be read. Spark's Thrift server does not escape
  the quotes of a text in a map: {"columns":"["v"]"}.
#}
{% macro _dropped_columns(text) %}
  {% set given, unescaped = fromjson(text) or {}, modules.re.search('"columns":"(\\[.*\\])"', text) %}
  {{ return(fromjson(given.columns or (unescaped[1] if unescaped else 'null'))) }}
{% endmacro %}

{#
  Whether the columns of a Delta table can have other names than in its files, now or at an earlier version. If not, a
  column is known by its name.
#}
{% macro _can_map_columns(relation) %}
  {% set properties = tablestore.table_properties(relation) %}
  {{ return('delta.feature.columnMapping' in properties or properties.get('delta.minReaderVersion') == '2') }}
{% endmacro %}
