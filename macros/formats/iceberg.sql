{# Merge-on-read: an update writes the new rows and the positions of the old ones, and leaves data files alone. #}
{% macro _iceberg_format() %}
  {% set few_manifests = tablestore._few_manifests() %}
  {{ return({
    'using': 'iceberg',
    'properties': dict(few_manifests, **{
      'format-version': '2',
      'write.delete.mode': 'merge-on-read',
      'write.update.mode': 'merge-on-read',
      'write.merge.mode': 'merge-on-read',
    }),
    'version': 'format-version',
    'drop': 'drop table if exists {table} purge',
    'widening': {},
    'log_layout': 'partitioned by (truncate(100, _commit))',
    'log_properties': dict(few_manifests, **{
      'format-version': '2',
      'write.distribution-mode': 'none',
      'write.spark.fanout.enabled': 'true',
    }),
  }) }}
{% endmacro %}

{#
  A commit writes a manifest, and whoever reads the table reads each of them before it begins. Iceberg merges them when
  there are a hundred; a table with a commit per run is better off with few.
#}
{% macro _few_manifests() %}
  {{ return({'commit.manifest.min-count-to-merge': '4'}) }}
{% endmacro %}
