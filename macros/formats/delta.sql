{# Deletion vectors are Delta's merge-on-read: an update marks the old rows as deleted and does not rewrite data files. #}
{% macro _delta_format() %}
  {{ return({
    'using': 'delta',
    'properties': {'delta.enableDeletionVectors': 'true'},
    'version_property': none,
    'drop': 'drop table if exists {table}',
    'widening_properties': {'delta.enableTypeWidening': 'true'},
    'stored_types': {},
    'changelog_layout': 'cluster by (_commit)',
    'changelog_properties': {'delta.dataSkippingStatsColumns': '_commit'},
  }) }}
{% endmacro %}
