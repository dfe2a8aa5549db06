{#
  How the changes of an Iceberg table after a snapshot are read, as {way, after: the id of that snapshot}:

    appends        its appended files
    changed files  the files that changed, from which Iceberg computes the changes
    two snapshots  all rows of both, after a replaced table, or with delete files, whose changes Iceberg cannot tell
    none           the snapshot has expired, or another one, which was rolled back or is on a branch, has its position
#}
{% macro tablestore_snapshot_changes(plain, after) %}
  {% set snapshots, read = plain.snapshots, [] %}
  {% for id, position in tablestore.snapshot_positions(snapshots, snapshots).items() if position == after %}
    {% do read.append(snapshots[id]) %}
  {% endfor %}
  {% if read | length != 1 %}
    {{ return({'way': 'none'}) }}
  {% elif after not in plain.snapshot_ids %}
    {{ return({'way': 'two snapshots', 'after': read[0].id}) }}
  {% endif %}
  {% set changes, deletes = [], [read[0].deletes | int] %}
  {% for position, id in plain.snapshot_ids.items() if position > after %}
    {% do changes.append(id) if snapshots[id].operation not in ['append', 'replace'] %}
    {% do deletes.append(snapshots[id].deletes | int) %}
  {% endfor %}
  {% set way = 'appends' if not changes else 'two snapshots' if deletes | sum else 'changed files' %}
  {{ return({'way': way, 'after': read[0].id}) }}
{% endmacro %}
