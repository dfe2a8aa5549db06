{#
  Why an option of a pasted WITH clause has no effect here; none for an option that is not in the lists.

  The lists have options of Paimon and Flink Table Store: the reason -> their names, or what they begin with up to a `.`
  or a `-`. The table and its changes are the same without them. The first reason counts.
#}
{% macro _ignored_reason(spelling) %}
  {% for options in [tablestore._ignored_where_read(), tablestore._ignored_where_written()] %}
    {% for reason, names in options.items() if tablestore._is_named_by(spelling, names) %}
      {{ return(reason) }}
    {% endfor %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{# Options about files, commits and the merge tree. #}
{% macro _ignored_where_written() %}
  {{ return({
    'both formats are merge-on-read': ['deletion-vectors', 'deletion-vector'],
    'a run writes and merges': ['write-only', 'write.compaction-skip', 'delete.force-produce-changelog'],
    'a run overwrites nothing': ['dynamic-partition-overwrite', 'overwrite-upgrade', 'streaming-read-overwrite',
        'streaming-read-append-overwrite'],
    'a run is one commit': ['commit', 'visibility-callback'],
    'a run creates the table': ['auto-create'],
    'a run marks no partition as done': ['partition.mark-done', 'partition.mark-done-action', 'partition.idle-time',
        'partition.idle-time-to-done', 'partition.end-input-to-done', 'partition.time-interval'],
    'partitions do not expire': ['partition.expiration', 'partition.timestamp', 'end-input.check-partition-expire'],
    'a keyed table is a changelog table': ['write-mode'],
    'on_schema_change decides how columns change': ['add-column-before-partition', 'disable-explicit-type-casting',
        'alter-column-null-to-not-null'],
    'rows with equal sequences are ordered by their values': ['sequence.auto-padding'],
    'there is no merge tree': ['num-sorted-run', 'num-levels', 'compaction', 'write.sequence-number-init-mode'],
    'Spark sizes its own buffers': ['write-buffer', 'write-max-writers-to-spill', 'write.batch-memory',
        'write.batch-size', 'read.batch-size', 'local-merge-buffer-size', 'local-sort', 'sort-engine', 'sort-spill',
        'spill-compression', 'page-size', 'cache-page-size', 'async-file-write'],
    'Spark decides how many tasks write': ['sink', 'filesystem.job-level-settings'],
    'Spark lays out the files; set partition_by and clustered_by': ['bucket', 'dynamic-bucket', 'postpone', 'partition',
        'unaware-bucket', 'cross-partition-upsert', 'clustering', 'pk-clustering-override', 'zorder', 'sort-compaction',
        'read.shuffle-bucket-with-partition', 'streaming-read.shuffle-bucket-with-partition'],
    'the table format chooses the file format': ['file', 'orc', 'parquet', 'avro', 'variant', 'map'],
    'the table format writes its own files': ['target-file-size', 'target-file-row-num', 'data-file', 'delete-file',
        'changelog-file', 'index-file-in-data-file-dir', 'blob', 'blob-compaction', 'vector'],
    'file_format decides who can read the table': ['metadata.iceberg'],
    'the table format keeps its own metadata': ['manifest', 'manifest-sort', 'metadata', 'metastore.partitioned-table'],
    'the table format keeps its own snapshots; expire them with its own procedures': ['snapshot'],
  }) }}
{% endmacro %}

{# Options about reads, lookups and places. #}
{% macro _ignored_where_read() %}
  {{ return({
    'a run always waits for its changes': ['changelog-producer.lookup-wait', 'lookup-wait', 'precommit-compact',
        'changelog.precommit-compact'],
    'old rows are looked up with a join; there is nothing to compact': ['lookup-compact', 'force-lookup'],
    'old rows are looked up with a join; there is no cache on disk': ['lookup', 'local-kv-db'],
    'Spark reads without an index of the table': ['global-index', 'full-text-index', 'scalar-index', 'vector-index',
        'vector-search', 'pk-bitmap.index', 'pk-btree.index', 'pk-full-text.index', 'pk-multivalue.index',
        'pk-vector.index'],
    'it is an argument of tablestore.changelog, where the table is read': ['scan', 'log', 'consumer', 'incremental-to',
        'incremental-between', 'streaming.read.snapshot'],
    'a run reads what is there': ['continuous.discovery-interval', 'end-input.watermark'],
    'Spark decides how many tasks read': ['source'],
    'the profile sets where tables are': ['connector', 'path', 'root-path'],
  }) }}
{% endmacro %}
