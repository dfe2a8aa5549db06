{#
  An Iceberg table: its commits are the times of its snapshots, in milliseconds, because snapshots have no order of
  their own.
#}
{% macro iceberg_upstream(relation) %}
  {% set times, ids = [], {} %}
  {% for row in tablestore.query_rows('select unix_millis(s.committed_at) as at, cast(s.snapshot_id as string) as id'
      ~ ' from ' ~ relation ~ '.snapshots as s join ' ~ relation ~ '.history as h on h.snapshot_id = s.snapshot_id'
      ~ ' where h.is_current_ancestor order by s.committed_at') %}
    {% do times.append(row.at | int) %}
    {% do ids.update({row.at | int: row.id}) %}
  {% endfor %}
  {{ return({
    'epoch': relation | string,
    'start': times[0],
    'until': times[-1],
    'snapshot': relation ~ ' version as of ' ~ ids[times[-1]],
    'snapshot_ids': ids,
    'changes_call': 'call ' ~ (relation.include(schema=false, identifier=false) ~ '.' if relation.database else '')
        ~ 'system.create_changelog_view(table => '
        ~ tablestore.string_literal(relation.include(database=false) | string),
    'changes': tablestore._iceberg_changes,
    'recorded': tablestore._iceberg_recorded,
    'times': tablestore._iceberg_times,
  }) }}
{% endmacro %}

{# The commits are the times, in milliseconds. #}
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

{% macro _iceberg_changes(upstream, after, until) %}
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
