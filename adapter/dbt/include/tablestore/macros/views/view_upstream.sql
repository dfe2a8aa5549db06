{#
  What is known of the versions of an input: {epoch, until, start, rows, changes, reason}. `reason` says why it cannot
  tell what changed, and what to do about it.
#}
{% macro tablestore_view_upstream(table, relation) %}
  {% set last = tablestore.last_commit(table, true) %}
  {% set name = relation.identifier %}
  {% if last.epoch %}
    {% do tablestore.assert_published(last, name, name) %}
    {% set version = tablestore.rows_of_commit(table, last) %}
    {% set view = fromjson(last.properties.get('tablestore.view', '{}')) %}
    {% set reason = none %}
    {% if last.producer == 'none' %}
      {% set reason = name ~ " keeps no changelog: set changelog_producer='lookup'" %}
    {% elif last.producer == 'input' %}
      {% set reason = name ~ " keeps a changelog without the rows before a change: set changelog_producer='lookup'" %}
    {% elif last.producer.endswith(', apart') %}
      {% set reason = name ~ " writes its changelog later than its rows: set changelog_producer='lookup'" %}
    {% elif tablestore_changelog_is_replaced(table, last) %}
      {% set reason = name ~ ' has lost changes, because a run that was late has replaced its changelog' %}
    {% elif last.ttl is not none %}
      {% set reason = name ~ ' has a state_ttl, so rows leave it without a change' %}
    {% elif view.limited %}
      {% set reason = name ~ ' has a LIMIT, so rows leave it without a change' %}
    {% endif %}
    {% set rows = relation if view.limited
        else tablestore.unexpired_rows(table, last) if last.ttl is not none
        else version %}
    {{ return({
      'epoch': last.epoch, 'until': last.number, 'position': tablestore_position_of(table, last),
      'start': last.changelog_start, 'reason': reason,
      'rows': rows | string, 'filter': '`_visible`' if view.filtered and not view.limited else none,
      'log': tablestore.side_table(table, '__changelog', last.side_schema) | string,
    }) }}
  {% endif %}
  {% set upstream = tablestore_view_plain_upstream(table, last.properties) %}
  {{ return(dict(upstream, position=tablestore_position_of(table, last))) }}
{% endmacro %}

{# Whether the changelog of a keyed table is no longer the one that its last commit wrote. #}
{% macro tablestore_changelog_is_replaced(table, last) %}
  {% set properties = tablestore.table_properties(tablestore.side_table(table, '__changelog', last.side_schema)) %}
  {{ return(properties.get('tablestore.log', '') != last.properties.get('tablestore.log', '')) }}
{% endmacro %}

{# A table that no keyed model writes: its versions are those of its format. #}
{% macro tablestore_view_plain_upstream(table, properties) %}
  {% if properties.keys() | select('in', ['delta.minReaderVersion', 'delta.enableChangeDataFeed']) | list %}
    {% set upstream = tablestore.delta_upstream(table) %}
    {% set feed = properties.get('delta.enableChangeDataFeed') == 'true' %}
    {{ return({
      'epoch': upstream.epoch, 'until': upstream.until, 'start': 0, 'rows': upstream.snapshot,
      'upstream': dict(upstream, table=table | string),
      'reason': none if feed else table.identifier ~ ' has no change feed: '
        ~ 'alter table ' ~ table ~ " set tblproperties ('delta.enableChangeDataFeed' = 'true')",
    }) }}
  {% elif properties.get('current-snapshot-id', 'none') != 'none' %}
    {% set upstream = tablestore.iceberg_upstream(table) %}
    {{ return({
      'epoch': upstream.epoch, 'until': upstream.until, 'start': 0, 'rows': upstream.snapshot,
      'upstream': dict(upstream, table=table | string), 'reason': none,
    }) }}
  {% elif 'current-snapshot-id' in properties %}
    {{ return({'epoch': table | string, 'until': 0, 'start': 0, 'rows': table | string, 'reason': none}) }}
  {% endif %}
  {% set reason = table.identifier ~ ' is in a format that records no versions' %}
  {{ return({'epoch': none, 'until': none, 'start': 0, 'rows': table | string, 'reason': reason}) }}
{% endmacro %}
