{# Merge-on-read: an update writes the new rows and the positions of the old ones, and leaves data files alone. #}
{% macro _iceberg_format() %}
  {{ return({
    'using': 'iceberg',
    'properties': {
      'format-version': '2',
      'write.delete.mode': 'merge-on-read',
      'write.update.mode': 'merge-on-read',
      'write.merge.mode': 'merge-on-read',
    },
    'version': 'format-version',
    'drop': 'drop table if exists {table} purge',
    'widening': {},
    'log_layout': 'partitioned by (truncate(100, _commit))',
    'log_properties': {'format-version': '2', 'write.distribution-mode': 'none', 'write.spark.fanout.enabled': 'true'},
  }) }}
{% endmacro %}
