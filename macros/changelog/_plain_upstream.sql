{#
  A table no keyed model made: its format's own record of changes, where there is one. Positions are Delta's versions,
  and for Iceberg the milliseconds at which a snapshot was committed, because its snapshots have no order of their own.
#}
{% macro _plain_upstream(relation, properties, subject) %}
  {% set plain = {'table': relation | string, 'keys': [], 'start': 0, 'waiting': false, 'committed_at': none,
                  'no_before': 'it is a plain table, whose key nobody said'} %}
  {% if properties.get('delta.enableChangeDataFeed') == 'true' %}
    {{ return(dict(plain, **tablestore._delta_feed(relation))) }}
  {% elif properties.get('current-snapshot-id', 'none') != 'none' %}
    {{ return(dict(plain, **tablestore._iceberg_snapshots(relation))) }}
  {% endif %}
  {% do tablestore._fail(subject, ["it keeps no record of its changes. Accepted are keyed tables with a changelog_producer, Delta tables with a change feed (alter table "
      ~ relation ~ " set tblproperties ('delta.enableChangeDataFeed' = 'true')) and Iceberg tables with rows"]) %}
{% endmacro %}

{% macro _delta_feed(relation) %}
  {% set version = tablestore._rows('describe history ' ~ relation ~ ' limit 1')[0].version | int %}
  {{ return({
    'epoch': tablestore._rows('describe detail ' ~ relation)[0].id,
    'until': version,
    'snapshot': relation ~ ' version as of ' ~ version,
    'changes': tablestore._delta_changes,
  }) }}
{% endmacro %}

{% macro _delta_changes(upstream, after, until) %}
(
  select
    * except (_change_type, _commit_version, _commit_timestamp),
    case _change_type when 'insert' then '+I' when 'update_preimage' then '-U' when 'update_postimage' then '+U' else '-D' end as _row_kind,
    _commit_version as _commit,
    _commit_timestamp as _committed_at
  from table_changes('{{ upstream.table | replace('`', '') }}', {{ after + 1 }}, {{ until }})
)
{%- endmacro %}

{% macro _iceberg_snapshots(relation) %}
  {% set times, ids = [], {} %}
  {% for row in tablestore._rows('select unix_millis(s.committed_at) as at, cast(s.snapshot_id as string) as id from ' ~ relation
      ~ '.snapshots as s join ' ~ relation ~ '.history as h on h.snapshot_id = s.snapshot_id where h.is_current_ancestor order by s.committed_at') %}
    {% do times.append(row.at | int) %}
    {% do ids.update({row.at | int: row.id}) %}
  {% endfor %}
  {{ return({
    'epoch': relation | string,
    'start': times[0],
    'until': times[-1],
    'ids': ids,
    'snapshot': relation ~ ' version as of ' ~ ids[times[-1]],
    'changes': tablestore._iceberg_changes,
  }) }}
{% endmacro %}

{# Iceberg computes changes by a procedure, whose result is a view of this session. #}
{% macro _iceberg_changes(upstream, after, until) %}
  {% set view = 'changes_' ~ local_md5(upstream.table ~ after ~ until) %}
  {% set catalog, name = upstream.table.split('.')[0], upstream.table.split('.')[1:] | join('.') | replace('`', '') %}
  {% do run_query("call " ~ catalog ~ ".system.create_changelog_view(table => '" ~ name ~ "', changelog_view => '" ~ view
      ~ "', options => map('start-snapshot-id', '" ~ upstream.ids[after] ~ "', 'end-snapshot-id', '" ~ upstream.ids[until] ~ "'))") %}
  {% set rows %}
(
  select
    changes.* except (_change_type, _change_ordinal, _commit_snapshot_id),
    if(_change_type = 'DELETE', '-D', '+I') as _row_kind,
    unix_millis(committed_at) as _commit,
    committed_at as _committed_at
  from {{ view }} as changes
  join {{ upstream.table }}.snapshots on snapshot_id = _commit_snapshot_id
)
  {%- endset %}
  {{ return(rows) }}
{% endmacro %}
