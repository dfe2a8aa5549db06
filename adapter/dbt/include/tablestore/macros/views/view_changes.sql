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
