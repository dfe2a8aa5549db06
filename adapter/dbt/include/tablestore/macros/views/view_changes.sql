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
  {% else %}
    {% for change in tablestore.changed_columns(plain.table, after, upstream.until) %}
      {{ return({'query': none, 'reason': 'the columns of ' ~ plain.table
          ~ ' can be others than at the last refresh: ' ~ change.operation}) }}
    {% endfor %}
  {% endif %}
  {% set weight = "if(_change_type in ('DELETE', 'delete', 'update_preimage'), -1, 1) as _w" %}
  {% set changes = plain.recorded(plain, after, upstream.until) %}
  {{ return({'query': '(select ' ~ columns ~ ', ' ~ weight ~ ' from ' ~ changes ~ ')', 'reason': none}) }}
{% endmacro %}
