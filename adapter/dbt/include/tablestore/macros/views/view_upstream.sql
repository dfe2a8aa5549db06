{#
  What is known of the versions of an input: {epoch, until, start, rows, changes, reason}. `reason` says why it cannot tell
  what changed, and what to do about it.
#}
{% macro tablestore_view_upstream(table, relation) %}
  {% set last = tablestore._last_commit(table, true) %}
  {% set name = relation.identifier %}
  {% if last.epoch %}
    {% if tablestore._unfinished_commit(table, last) %}
      {% do exceptions.raise_compiler_error("model '" ~ model.name ~ "' cannot read " ~ relation ~ ': its last run stopped in the middle of a commit, which its next run finishes: dbt run --select ' ~ name) %}
    {% endif %}
    {% set reason = none %}
    {% if last.producer == 'none' %}
      {% set reason = name ~ " keeps no changelog: set changelog_producer='lookup'" %}
    {% elif last.producer == 'input' %}
      {% set reason = name ~ " keeps a changelog without the rows before a change: set changelog_producer='lookup'" %}
    {% elif last.producer.endswith(', apart') %}
      {% set reason = name ~ " writes its changelog later than its rows: set changelog_producer='lookup'" %}
    {% elif last.ttl is not none %}
      {% set reason = name ~ ' has a state_ttl, so rows leave it without a change' %}
    {% endif %}
    {% set rows = relation | string if last.ttl is none else tablestore._unexpired_rows(table, tablestore._reader_expiry(last)) %}
    {% set snapshot = last.properties.get('current-snapshot-id', 'none') %}
    {{ return({'epoch': last.epoch, 'until': last.number, 'position': tablestore_position_of(last), 'start': last.changelog_start, 'reason': reason,
        'rows': table ~ ' version as of ' ~ snapshot if snapshot != 'none' and last.ttl is none else (table if last.ttl is none else rows) | string,
        'log': tablestore._side_table_name(table, '__changelog', last.side_schema)}) }}
  {% endif %}
  {{ return(dict(tablestore_view_plain_upstream(table, last.properties), position=tablestore_position_of(last))) }}
{% endmacro %}

{# A table that no keyed model writes: its versions are those of its format. #}
{% macro tablestore_view_plain_upstream(table, properties) %}
  {% if properties.keys() | select('in', ['delta.minReaderVersion', 'delta.enableChangeDataFeed']) | list %}
    {% set upstream = tablestore._delta_upstream(table) %}
    {% set feed = properties.get('delta.enableChangeDataFeed') == 'true' %}
    {{ return({'epoch': upstream.epoch, 'until': upstream.until, 'start': 0, 'rows': upstream.snapshot, 'upstream': dict(upstream, table=table | string),
        'reason': none if feed else table.identifier ~ " has no change feed: alter table " ~ table ~ " set tblproperties ('delta.enableChangeDataFeed' = 'true')"}) }}
  {% elif properties.get('current-snapshot-id', 'none') != 'none' %}
    {% set upstream = tablestore._iceberg_upstream(table) %}
    {{ return({'epoch': upstream.epoch, 'until': upstream.until, 'start': 0, 'rows': upstream.snapshot, 'upstream': dict(upstream, table=table | string), 'reason': none}) }}
  {% elif 'current-snapshot-id' in properties %}
    {{ return({'epoch': table | string, 'until': 0, 'start': 0, 'rows': table | string, 'reason': none}) }}
  {% endif %}
  {{ return({'epoch': none, 'until': none, 'start': 0, 'rows': table | string, 'reason': table.identifier ~ ' is in a format that records no versions'}) }}
{% endmacro %}
