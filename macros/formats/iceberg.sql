{# Merge-on-read: an update writes the new rows and the positions of the old ones, and leaves data files alone. #}
{% macro _iceberg_format() %}
  {# Each commit writes a manifest, and who reads the table reads them all before it begins; Iceberg would merge a hundred. #}
  {% set few_manifests = {'commit.manifest.min-count-to-merge': '4'} %}
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
