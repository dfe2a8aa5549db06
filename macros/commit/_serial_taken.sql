{#
  The highest serial that a Delta table has had of its writer, also in versions that RESTORE has undone: Delta leaves
  out a write with a serial that it has had. 0 for a table that does not compare serials.
#}
{% macro _serial_taken(relation, last) %}
  {% set serials, writer = [0], last.properties.get('tablestore.writer') %}
  {% if 'current-snapshot-id' not in last.properties %}
    {% for row in tablestore.query_rows('describe history ' ~ relation)
        if 'tablestore.serial' in (row.userMetadata or '') %}
      {% set record = fromjson(row.userMetadata) %}
      {% do serials.append(record['tablestore.serial'] | int) if record.get('tablestore.writer', writer) == writer %}
    {% endfor %}
  {% endif %}
  {{ return(serials | max) }}
{% endmacro %}
