{#
  Options of Paimon and Flink Table Store that a pasted WITH clause may contain and that have no effect here: the beginning
  of their names -> the reason. The table and its changes are the same without them.
#}
{% macro _ignored_options() %}
  {{ return({
    'changelog-producer.lookup-wait': 'a run always waits for its changes',
    'lookup-wait': 'a run always waits for its changes',
    'lookup-compact': 'old rows are looked up with a join; there is nothing to compact',
    'lookup.cache': 'old rows are looked up with a join; there is no cache on disk',
    'deletion-vectors.enabled': 'both formats are merge-on-read',
    'write-only': 'a run writes and merges',
    'write-mode': 'a keyed table is a changelog table',
    'write.compaction-skip': 'a run writes and merges',
    'write-buffer': 'Spark sizes its own buffers',
    'bucket': 'Spark lays out the files; set partition_by and clustered_by',
    'file.': 'the table format chooses the file format',
    'manifest.': 'the table format keeps its own metadata',
    'snapshot.': 'the table format keeps its own snapshots; expire them with its own procedures',
    'num-sorted-run.': 'there is no merge tree',
    'num-levels': 'there is no merge tree',
    'compaction.': 'there is no merge tree',
    'sequence.auto-padding': 'rows with equal sequences are ordered by their values',
    'sink.': 'Spark decides how many tasks write',
    'scan.': 'it is an argument of tablestore.changelog, where the table is read',
    'log.': 'it is an argument of tablestore.changelog, where the table is read',
    'continuous.discovery-interval': 'a run reads what is there',
    'consumer': 'it is an argument of tablestore.changelog, where the table is read',
    'connector': 'the profile sets where tables are',
    'path': 'the profile sets where tables are',
    'auto-create': 'a run creates the table',
  }) }}
{% endmacro %}
