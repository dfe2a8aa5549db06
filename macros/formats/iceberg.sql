{#
  Merge-on-read: an update writes the new rows and the positions of the old rows, in version 3 of the format as a bitmap
  per data file, and does not rewrite data files. A changelog only gets rows, so its version makes no difference. A
  commit is written to a branch, and one statement moves the table to it, unless the table has changed since the branch
  was made. An insert can only replace whole files, so the commits of a build are in files of their own.

  Each commit writes a manifest, and a reader starts with all manifests; Iceberg's default merges 100 of them. Each
  statement writes a metadata file with all records of commits; Iceberg's default deletes none of those before, though
  the newest one names only a hundred.
#}
{% macro _iceberg_format() %}
  {% set maintenance, few_metadata = tablestore._iceberg_maintenance(), 'write.metadata.delete-after-commit.enabled' %}
  {% set few_files = {'commit.manifest.min-count-to-merge': '4', few_metadata: 'true'} %}
  {{ return({
    'using': 'iceberg',
    'kept_using': 'iceberg',
    'properties': dict(few_files, **{
      'format-version': '3',
      'write.delete.mode': 'merge-on-read',
      'write.update.mode': 'merge-on-read',
      'write.merge.mode': 'merge-on-read',
    }),
    'version_property': 'format-version',
    'drop': {'kind': 'purge', 'sql': 'drop table if exists {table} purge'},
    'drop_claim': {'kind': 'purge', 'sql': 'drop table if exists {table} purge'},
    'cluster_clause': none,
    'cluster_statement': 'alter table {table} write locally ordered by {columns}',
    'has_branches': true,
    'compaction': maintenance.compaction,
    'expiry': maintenance.expiry,
    'files': tablestore._iceberg_files(),
    'health': tablestore._iceberg_health(),
    'merge_metrics': tablestore._iceberg_metrics(),
    'append_metric': 'added-records',
    'cleaning': maintenance.cleaning,
    'sorts': "strategy => 'sort', ",
    'widening_properties': {},
    'stored_types': {'tinyint': 'int', 'smallint': 'int'},
    'refused_types': tablestore._iceberg_refused_types(),
    'history_layout': 'partitioned by (epoch)',
    'side_properties': {few_metadata: 'true'},
    'changelog_layout': 'partitioned by (truncate(100, _commit))',
    'changelog_properties': dict(few_files, **{
      'format-version': '2',
      'write.distribution-mode': 'none',
      'write.spark.fanout.enabled': 'true',
      'write.metadata.metrics.column._commit': 'full',
    }),
  }) }}
{% endmacro %}

{#
  What maintains a table. Files of less than 96 MB are combined to files of 128 MB, and files of which a tenth of the
  rows is deleted are rewritten. Larger files stay as they are, so that the work follows the batches and not the table.
#}
{% macro _iceberg_maintenance() %}
  {% set sizes = "'target-file-size-bytes', '134217728', 'min-file-size-bytes', '100663296', 'max-file-size-bytes',"
      ~ " '1099511627776'" %}
  {{ return({
    'compaction': [
      {'step': 'compact', 'sql': 'call {catalog}system.rewrite_data_files(table => {name}, {sorts}options => map('
          ~ sizes ~ ", 'min-input-files', '5', 'delete-ratio-threshold', '0.1', 'remove-dangling-deletes', 'true'))"},
      {'step': 'compact', 'sql': 'call {catalog}system.rewrite_position_delete_files(table => {name}, '
          ~ "options => map('min-input-files', '5'))"},
      {'step': 'compact', 'sql': 'call {catalog}system.rewrite_manifests(table => {name})'},
    ],
    'expiry': [{'step': 'expire', 'sql': 'call {catalog}system.expire_snapshots(table => {name}, '
        ~ 'older_than => {before}, retain_last => 1)'}],
    'cleaning': [{'step': 'expire', 'sql': 'call {catalog}system.remove_orphan_files(table => {name}, '
        ~ 'older_than => {day_ago})'}],
  }) }}
{% endmacro %}

{% macro _iceberg_files() %}
  {{ return({
    'query': 'select count_if(content = 0) as data, count_if(content <> 0) as deletes,\n  (select count(*) from'
        ~ ' {table}.snapshots) as snapshots\nfrom {table}.files',
    'counts': {'data files': 'data', 'delete files': 'deletes', 'snapshots': 'snapshots'},
  }) }}
{% endmacro %}

{# What the report says about the files of a table; its columns are those of report/facts.py of the adapter. #}
{% macro _iceberg_health() %}
  {{ return({
    'query': 'select count_if(content = 0) as files, count_if(content <> 0) as delete_files,'
        ~ '\n  coalesce((select max(bigint(s.summary[\'total-files-size\'])) from {table}.snapshots as s'
        ~ ' join {table}.refs as r'
        ~ '\n    on r.snapshot_id = s.snapshot_id where r.name = \'main\'), sum(file_size_in_bytes)) as bytes,'
        ~ '\n  (select count(*) from {table}.snapshots) as snapshots,'
        ~ '\n  (select count_if(committed_at < {before}) from {table}.snapshots) as old_snapshots,'
        ~ '\n  (select count(*) from {table}.partitions) as partitions\nfrom {table}.files',
    'columns': {'files': 'files', 'delete_files': 'delete_files', 'bytes': 'bytes', 'snapshots': 'snapshots',
        'old_snapshots': 'old_snapshots', 'partitions': 'partitions'},
  }) }}
{% endmacro %}

{# The counts of a MERGE in the summary of its snapshot. #}
{% macro _iceberg_metrics() %}
  {% set merged = 'spark.merge-into.num-target-rows-' %}
  {{ return({
    'rows_inserted': merged ~ 'inserted',
    'rows_updated': merged ~ 'updated',
    'rows_deleted': merged ~ 'deleted',
  }) }}
{% endmacro %}

{# The types that a table of format version 2, as keyed tables and their side tables are, cannot have. #}
{% macro _iceberg_refused_types() %}
  {{ return({
    'variant': "store its JSON, to_json(...), or set file_format='delta'",
    'interval': 'store a number, such as the microseconds',
    'time': 'store its text, string(...)',
  }) }}
{% endmacro %}
