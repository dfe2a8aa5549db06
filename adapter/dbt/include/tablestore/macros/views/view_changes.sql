{#
  The query of an input's changes after a commit, with their weights: {query, reason}. The changes of a plain table are
  read as its format records them, because the table may have columns with the names of a changelog's.
#}
{% macro tablestore_view_changes(upstream, after, columns) %}
  {% if upstream.log %}
    {% set weight = "case when _row_kind in ('+I', '+U') then 1 else -1 end as _w" %}
    {% set unread = '_commit > ' ~ after ~ ' and _commit <= ' ~ upstream.until %}
    {% set condition = unread ~ (' and ' ~ upstream.filter if upstream.filter else '') %}
    {{ return({
      'query': '(select ' ~ columns ~ ', ' ~ weight ~ ' from ' ~ upstream.log ~ ' where ' ~ condition ~ ')',
      'reason': none,
    }) }}
  {% endif %}
  {% set plain = upstream.known.plain %}
  {% if plain.snapshot_ids is defined %}
    {% set found, until = tablestore_snapshot_changes(plain, after), plain.snapshot_ids[upstream.until] %}
    {% if found.way == 'none' %}
      {{ return({'query': none, 'reason': plain.table ~ ' no longer has the snapshot of the last refresh'}) }}
    {% elif found.way == 'appends' %}
      {% set appended = "`start-snapshot-id` = '" ~ found.after ~ "', `end-snapshot-id` = '" ~ until ~ "'" %}
      {{ return({
        'query': '(select ' ~ columns ~ ', 1 as _w from ' ~ plain.table ~ ' with (' ~ appended ~ '))', 'reason': none,
      }) }}
    {% elif found.way == 'two snapshots' %}
      {{ return({
        'query': '(select ' ~ columns ~ ', 1 as _w from ' ~ plain.snapshot
          ~ ' union all select ' ~ columns ~ ', -1 as _w from ' ~ plain.table ~ ' version as of ' ~ found.after ~ ')',
        'reason': none,
      }) }}
    {% endif %}
  {% elif tablestore_dropped_columns(plain, after, upstream.until) %}
    {% set reason = 'columns of ' ~ plain.table ~ ' were dropped or renamed since the last refresh' %}
    {{ return({'query': none, 'reason': reason}) }}
  {% endif %}
  {% set weight = "if(_change_type in ('DELETE', 'delete', 'update_preimage'), -1, 1) as _w" %}
  {% set changes = plain.recorded(plain, after, upstream.until) %}
  {{ return({'query': '(select ' ~ columns ~ ', ' ~ weight ~ ' from ' ~ changes ~ ')', 'reason': none}) }}
{% endmacro %}

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

{#
  Whether columns of a Delta table were dropped or renamed after a version. Its change data feed has no changes for
  that, and no error where a column of the same name was added since.
#}
{% macro tablestore_dropped_columns(plain, after, until) %}
  {% for row in tablestore.history_after(plain.table, after, until)
      if row.operation in ['DROP COLUMNS', 'RENAME COLUMN', 'REPLACE COLUMNS'] %}
    {{ return(true) }}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}
