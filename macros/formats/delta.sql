{#
  Deletion vectors are Delta's merge-on-read: an update marks the old rows as deleted and does not rewrite data files. A
  statement that writes has a transaction identifier: Delta skips it if the table has a later one, whoever sends it.
#}
{% macro _delta_format() %}
  {{ return({
    'using': 'delta',
    'kept_using': 'parquet',
    'properties': {'delta.enableDeletionVectors': 'true'},
    'version_property': none,
    'drop': 'drop table if exists {table}',
    'drop_claim': 'drop view if exists {table}',
    'cluster_clause': 'cluster by ({columns})',
    'cluster_statement': none,
    'has_branches': false,
    'compaction': tablestore._delta_compaction(),
    'expiry': tablestore._delta_expiry(),
    'files': {'query': 'describe detail {table}', 'counts': {'files': 'numFiles'}},
    'health': {'query': 'describe detail {table}', 'columns': {'files': 'numFiles', 'bytes': 'sizeInBytes'}},
    'merge_metrics': {
      'rows_inserted': 'numTargetRowsInserted',
      'rows_updated': 'numTargetRowsUpdated',
      'rows_deleted': 'numTargetRowsDeleted',
    },
    'append_metric': none,
    'cleaning': [],
    'sorts': '',
    'widening_properties': {'delta.enableTypeWidening': 'true'},
    'stored_types': {},
    'refused_types': {'interval': 'store a number, such as the microseconds'},
    'history_layout': '',
    'history_properties': {},
    'changelog_layout': 'cluster by (_commit)',
    'changelog_properties': {'delta.dataSkippingStatsColumns': '_commit'},
  }) }}
{% endmacro %}

{# Files of less than 96 MB are combined, and files of which a twentieth of the rows is deleted are rewritten. #}
{% macro _delta_compaction() %}
  {% set least = 'spark.databricks.delta.optimize.minFileSize' %}
  {{ return(['set ' ~ least ~ ' = 100663296', 'optimize {table}', 'reset ' ~ least]) }}
{% endmacro %}

{# Delta checks that old versions are kept for a week, unless it is told not to: `keep_history` says how long. #}
{% macro _delta_expiry() %}
  {% set check = 'spark.databricks.delta.retentionDurationCheck.enabled' %}
  {{ return(['set ' ~ check ~ ' = false', 'vacuum {table} retain {hours} hours', 'reset ' ~ check]) }}
{% endmacro %}
