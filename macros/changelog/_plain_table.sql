{# A table that no keyed model writes: its versions and its changes are those of its format. #}
{% macro _plain_table(table, properties) %}
  {% set limits = [] %}
  {% if properties.keys() | select('in', ['delta.minReaderVersion', 'delta.enableChangeDataFeed']) | list %}
    {% set plain = tablestore._delta_upstream(table) %}
    {% do limits.append('no_feed') if properties.get('delta.enableChangeDataFeed') | lower != 'true' %}
  {% elif properties.get('current-snapshot-id', 'none') != 'none' %}
    {% set plain = tablestore._iceberg_upstream(table) %}
  {% else %}
    {% set empty = 'current-snapshot-id' in properties %}
    {% set plain = {'epoch': table | string if empty else none, 'until': 0 if empty else none} %}
    {% do limits.append('empty' if empty else 'no_versions') %}
  {% endif %}
  {{ return({
    'epoch': plain.epoch, 'until': plain.until, 'rows': plain.snapshot or (table | string),
    'plain': dict(plain, table=table | string),
    'limits': limits + ['no_key', 'no_times'],
  }) }}
{% endmacro %}

{# A Delta table with a change data feed: its commits are the versions of the table. #}
{% macro _delta_upstream(relation) %}
  {% set version = tablestore.query_rows('describe history ' ~ relation ~ ' limit 1')[0].version | int %}
  {{ return({
    'epoch': tablestore.query_rows('describe detail ' ~ relation)[0].id,
    'until': version,
    'snapshot': relation ~ ' version as of ' ~ version,
    'changes': tablestore._delta_changes,
    'recorded': tablestore._delta_recorded,
    'deletes': tablestore._delta_deletes,
    'times': tablestore._delta_times,
  }) }}
{% endmacro %}

{#
  The times of the versions, in microseconds. A server shows times in the zone of its session, and Spark on this machine
  in that of the machine. DESCRIBE HISTORY can be no part of a query that would convert them, so Spark shows a guess in
  the same way; twice, because clocks of a zone may change between the guess and the time.
#}
{% macro _delta_times(upstream) %}
  {% set shown, times = {}, {} %}
  {% for row in tablestore.query_rows('describe history ' ~ upstream.table) %}
    {% do shown.update({row.version | int: row.timestamp}) %}
    {% do times.update({row.version | int: (row.timestamp.timestamp() * 1000000) | round | int}) %}
  {% endfor %}
  {% for _ in range(2) %}
    {% set guesses, moved = {}, [] %}
    {% for row in tablestore.query_rows('select at, timestamp_micros(at) as shown from (select explode(array('
        ~ times.values() | unique | join('L, ') ~ 'L)) as at)') %}
      {% do guesses.update({row.at | int: row.shown}) %}
    {% endfor %}
    {% for version in shown if shown[version] != guesses[times[version]] %}
      {% set by = ((shown[version] - guesses[times[version]]).total_seconds() * 1000000) | round | int %}
      {% do moved.append(times.update({version: times[version] + by})) %}
    {% endfor %}
    {% if not moved %}{% break %}{% endif %}
  {% endfor %}
  {{ return(times) }}
{% endmacro %}

{# The changes as Delta has them. #}
{% macro _delta_recorded(upstream, after, until) -%}
  table_changes({{ tablestore.string_literal(upstream.table) }}, {{ after + 1 }}, {{ until }})
{%- endmacro %}

{% macro _delta_deletes(upstream, after, until) %}
  {{ return('false' if after == until else 'exists (select 1 from '
      ~ tablestore._delta_recorded(upstream, after, until) ~ " where _change_type = 'delete')") }}
{% endmacro %}

{% macro _delta_changes(upstream, after, until) %}
{%- set kinds = "when 'insert' then '+I' when 'update_preimage' then '-U' when 'update_postimage' then '+U'" %}
(
  select
    * except (_change_type, _commit_version, _commit_timestamp),
    case _change_type {{ kinds }} else '-D' end as _row_kind,
    _commit_version as _commit,
    _commit_timestamp as _committed_at
  from {{ tablestore._delta_recorded(upstream, after, until) }}
)
{%- endmacro %}

{#
  An Iceberg table: its commits are the positions of the snapshots that have led to its current one, because snapshots
  have no numbers that are in order.
#}
{% macro _iceberg_upstream(relation) %}
  {% set snapshots, times, ids = tablestore._adapter_snapshots(relation), [], {} %}
  {% set current = snapshots.values() | selectattr('branch') | map(attribute='id') | list %}
  {% for id, position in tablestore.snapshot_positions(snapshots, current).items() %}
    {% do times.append(position) %}
    {% do ids.update({position: id}) %}
  {% endfor %}
  {{ return({
    'epoch': relation | string,
    'start': times[0],
    'until': times[-1],
    'snapshot': tablestore._version_of(relation, {'current-snapshot-id': ids[times[-1]]}, is_keyed=false),
    'snapshot_ids': ids,
    'snapshots': snapshots,
    'changes_call': 'call ' ~ (relation.include(schema=false, identifier=false) ~ '.' if relation.database else '')
        ~ 'system.create_changelog_view(table => '
        ~ tablestore.string_literal(relation.include(database=false) | string),
    'changes': tablestore._iceberg_changes,
    'recorded': tablestore._iceberg_recorded,
    'deletes': tablestore._iceberg_deletes,
    'times': tablestore._iceberg_times,
  }) }}
{% endmacro %}

{# The commits are times in milliseconds, or so close to them that they are taken for them. #}
{% macro _iceberg_times(upstream) %}
  {% set times = {} %}
  {% for at in upstream.snapshot_ids %}
    {% do times.update({at: at * 1000}) %}
  {% endfor %}
  {{ return(times) }}
{% endmacro %}

{#
  The changes as Iceberg has them, in a procedure whose result is a view of this session. With dbt-spark, a table has no
  catalog: the procedure is that of the session's current catalog, like the table.
#}
{% macro _iceberg_recorded(upstream, after, until) %}
  {% set view = 'changes_' ~ local_md5(upstream.table ~ after ~ until) %}
  {% do tablestore.query_rows(upstream.changes_call ~ ", changelog_view => '" ~ view ~ "', options => map("
      ~ "'start-snapshot-id', '" ~ upstream.snapshot_ids[after] ~ "', "
      ~ "'end-snapshot-id', '" ~ upstream.snapshot_ids[until] ~ "'))") %}
  {{ return(view) }}
{% endmacro %}

{# An update is a delete and an insert there. #}
{% macro _iceberg_deletes(upstream, after, until) %}
  {% for at, id in upstream.snapshot_ids.items()
      if at > after and at <= until and upstream.snapshots[id].operation in ['overwrite', 'delete'] %}
    {{ return('true') }}
  {% endfor %}
  {{ return('false') }}
{% endmacro %}

{% macro _iceberg_changes(upstream, after, until) %}
  {% if tablestore._unordered_columns(upstream.table) %}
    {{ return(tablestore._iceberg_appends(upstream, after, until)) }}
  {% endif %}
  {% set times = [] %}
  {% for at, id in upstream.snapshot_ids.items() if at > after and at <= until %}
    {% do times.append(id ~ ', ' ~ at) %}
  {% endfor %}
  {% set rows %}
(
  select *, timestamp_millis(_commit) as _committed_at
  from (
    select
      * except (_change_type, _change_ordinal, _commit_snapshot_id),
      if(_change_type = 'DELETE', '-D', '+I') as _row_kind,
      map({{ times | join(', ') }})[_commit_snapshot_id] as _commit
    from {{ tablestore._iceberg_recorded(upstream, after, until) }}
  )
)
  {%- endset %}
  {{ return(rows) }}
{% endmacro %}

{#
  The rows that the snapshots have appended, where none has deleted any. The metadata say of which snapshot a file is.
#}
{% macro _iceberg_appends(upstream, after, until) %}
  {% set times = [] %}
  {% for at, id in upstream.snapshot_ids.items() if at > after and at <= until %}
    {% do times.append(id ~ ', ' ~ at) %}
  {% endfor %}
  {% set rows %}
(
  select appended.*, '+I' as _row_kind, at as _commit, timestamp_millis(at) as _committed_at
  from {{ upstream.table }} with (
    `start-snapshot-id` = {{ tablestore.string_literal(upstream.snapshot_ids[after]) }},
    `end-snapshot-id` = {{ tablestore.string_literal(upstream.snapshot_ids[until]) }}
  ) as appended
  join (
    select distinct data_file.file_path as path, map({{ times | join(', ') }})[snapshot_id] as at
    from {{ upstream.table }}.all_entries
    where status = 1
  ) as files on appended._file = files.path and at is not null
)
  {%- endset %}
  {{ return(rows) }}
{% endmacro %}
