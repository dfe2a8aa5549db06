{#
  The commit that is part of a table and not published: {record, version}; none if there is none. It has its record in
  its snapshot, or in its version of a Delta table; later ones, for example of a compaction, have none. A rebuild has it
  in the properties of the table too. The summary of the snapshot is read again for the files that the commit has read.
#}
{% macro _unpublished(relation, last) %}
  {% if last.switched %}
    {% set record = fromjson(last.switched) %}
    {{ return({'record': record, 'version': tablestore._version_of_run(relation, last.snapshot,
        record['tablestore.run'])}) }}
  {% elif not last.epoch or (last.version and last.version == last.snapshot) %}
    {{ return(none) }}
  {% endif %}
  {% set iceberg = 'current-snapshot-id' in last.properties %}
  {% set records = tablestore._iceberg_records(relation, last) if iceberg
      else tablestore._delta_records(relation, last) %}
  {% for row in records if row.record %}
    {% set record = fromjson(row.record) %}
    {% if record.get('tablestore.epoch') == last.epoch and record['tablestore.commit'] > last.number %}
      {% set summary = tablestore._adapter_summary(relation, row.version) if iceberg else {} %}
      {% set record = fromjson(summary['tablestore.commit']) if iceberg else record %}
      {% set metrics = summary if iceberg else fromjson(row.metrics) %}
      {{ return({'record': tablestore._with_merge_counts(record, metrics), 'version': row.version | string}) }}
    {% endif %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{#
  The records of the snapshots of an Iceberg table since its last published commit, the newest first. A commit that an
  expiry has taken from the history of the table still has its branch, because that is dropped after the seal: then the
  rows say whether the table has it.
#}
{% macro _iceberg_records(relation, last) %}
  {% set records = tablestore.query_rows(tablestore._records_query(relation)) %}
  {% set known = records | selectattr('record') | list %}
  {% if known or not last.version or last.version in records | map(attribute='version') | list %}
    {{ return(known) }}
  {% endif %}
  {% set branches %}
select r.name, cast(r.snapshot_id as string) as version, {{ tablestore._short_record('s.summary') }} as record
from {{ relation }}.refs as r
join {{ relation }}.snapshots as s on s.snapshot_id = r.snapshot_id
where startswith(r.name, 'commit_') and contains(s.summary['tablestore.commit'], '{{ last.epoch }}')
  {% endset %}
  {% for row in tablestore.query_rows(branches) if fromjson(row.record)['tablestore.commit'] > last.number %}
    {% set main = 'select to_json(struct(*)) from ' ~ relation %}
    {% set branch = main ~ '.' ~ tablestore._quote('branch_' ~ row.name) %}
    {% set differs = '(' ~ main ~ ' except all ' ~ branch ~ ') union all (' ~ branch ~ ' except all ' ~ main
        ~ ') limit 1' %}
    {{ return([row]) if not tablestore.query_rows(differs) }}
  {% endfor %}
  {# or another run has published it meanwhile #}
  {% set now = tablestore.last_commit(relation, true) %}
  {% if [now.epoch, now.number, now.snapshot] != [last.epoch, last.number, last.snapshot] %}
    {% do tablestore._fail_as_changed(relation, now) %}
  {% endif %}
  {{ return([]) }}
{% endmacro %}

{#
  The same of the versions of a Delta table, without those that RESTORE or CLONE has undone: a clone over a table that
  there was replaces its rows and its properties, and has none of its versions. The seal of a commit is the version
  after it.
#}
{% macro _delta_records(relation, last) %}
  {% set found = tablestore._adapter_last_version(relation) %}
  {% if last.epoch not in (found[0].userMetadata or '') and found[0].version | int != (last.version or -2) | int + 1 %}
    {% set found = tablestore.query_rows('describe history ' ~ relation) %}
  {% endif %}
  {% set records, line = [], namespace(last=none) %}
  {% for row in found %}
    {% if line.last is not none and row.version | int > line.last %}
      {% continue %}
    {% elif row.operation == 'CLONE' %}
      {% break %}
    {% elif row.operation == 'RESTORE' %}
      {# to a time: nobody knows whether that is before a seal #}
      {% set line.last = (fromjson(row.operationParameters)['version'] or -1) | int %}
    {% elif last.epoch in (row.userMetadata or '') %}
      {% do records.append({'version': row.version, 'record': row.userMetadata, 'metrics': row.operationMetrics}) %}
    {% endif %}
  {% endfor %}
  {{ return(records) }}
{% endmacro %}

{# The record with the counts of a commit whose MERGE has decided itself; rows that were late count as unchanged. #}
{% macro _with_merge_counts(record, metrics) %}
  {% set counts = fromjson(record['tablestore.counts']) %}
  {% if 'rows_folded' not in counts %}
    {{ return(record) }}
  {% endif %}
  {% set format, ignores = tablestore._format(record['tablestore.format']),
      tablestore._engine_keeps_first(record['tablestore.merge-engine']) %}
  {% set done = tablestore._merge_counts(format, counts, metrics, ignores) %}
  {{ return(dict(record, **{'tablestore.counts': tojson(done, sort_keys=true)})) }}
{% endmacro %}
