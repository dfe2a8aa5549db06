{#
  Options of Paimon and Flink Table Store that a pasted WITH clause may hold and that have nothing to do here: how a
  spelling begins -> why. Their meaning, a table and its changes, is the same without them.
#}
{% macro _needless_options() %}
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
    'bucket': 'Spark lays the files out; partition_by and clustered_by say how',
    'file.': 'the file format is that of the table format',
    'manifest.': 'the table format keeps its own metadata',
    'snapshot.': 'the table format keeps its own snapshots; expire them with its own procedures',
    'num-sorted-run.': 'there is no merge tree',
    'num-levels': 'there is no merge tree',
    'compaction.': 'there is no merge tree',
    'sequence.auto-padding': 'rows of one sequence are told apart by their values',
    'sink.': 'Spark decides how many tasks write',
    'scan.': 'this is said where the table is read',
    'log.': 'this is said where the table is read',
    'continuous.discovery-interval': 'this is said where the table is read',
    'consumer': 'this is said where the table is read',
    'connector': 'the profile says where tables are',
    'path': 'the profile says where tables are',
    'auto-create': 'a run makes the table',
  }) }}
{% endmacro %}

{# Why an option has nothing to do here, or none when it is not known at all. #}
{% macro _needless(spelling) %}
  {% for start, why in tablestore._needless_options().items() if spelling.startswith(start) %}
    {{ return(why) }}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{# Options that say when changes are written, of a model that does not write them together. #}
{% macro _needless_cadence(options) %}
  {% set needless = {} %}
  {% for name in ['full_compaction_delta_commits', 'changelog_producer_compaction_interval'] %}
    {% if options[name] is not none and options.changelog_producer != 'full-compaction' %}
      {% do needless.update({tablestore.options()[name].paimon: "it says when changelog_producer 'full-compaction' writes its changes"}) %}
    {% endif %}
  {% endfor %}
  {{ return(needless) }}
{% endmacro %}
