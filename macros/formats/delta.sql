{# Deletion vectors are Delta's merge-on-read: an update marks the old rows and leaves data files alone. #}
{% macro _delta_format() %}
  {{ return({
    'using': 'delta',
    'properties': {'delta.enableDeletionVectors': 'true'},
    'version': none,
    'drop': 'drop table if exists {table}',
    'widening': {'delta.enableTypeWidening': 'true'},
    'log_layout': 'cluster by (_commit)',
    'log_properties': {'delta.dataSkippingStatsColumns': '_commit'},
  }) }}
{% endmacro %}
