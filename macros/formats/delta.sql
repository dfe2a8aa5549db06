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
    'drop': {'sql': 'drop table if exists {table}'},
    'drop_claim': {'sql': 'drop view if exists {table}'},
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
    'refused_types': {'interval': 'store a number, such as the microseconds', 'time': 'store its text, string(...)'},
    'history_layout': '',
    'side_properties': {},
    'changelog_layout': 'cluster by (_commit)',
    'changelog_properties': {'delta.dataSkippingStatsColumns': '_commit'},
  }) }}
{% endmacro %}

{# Files of less than 96 MB are combined, and files of which a twentieth of the rows is deleted are rewritten. #}
{% macro _delta_compaction() %}
  {% set least = 'spark.databricks.delta.optimize.minFileSize' %}
  {{ return(tablestore._with_delta_setting(least, '100663296', {'step': 'compact', 'sql': 'optimize {table}'})) }}
{% endmacro %}

{# Delta checks that old versions are kept for a week, unless it is told not to: `keep_history` says how long. #}
{% macro _delta_expiry() %}
  {% set check = 'spark.databricks.delta.retentionDurationCheck.enabled' %}
  {{ return(tablestore._with_delta_setting(check, 'false', {'step': 'expire',
      'sql': 'vacuum {table} retain {hours} hours'})) }}
{% endmacro %}

{# A statement between those that set and reset a setting for it. #}
{% macro _with_delta_setting(name, value, statement) %}
  {{ return([
    {'step': statement.step, 'kind': 'set', 'setting': name, 'sql': 'set ' ~ name ~ ' = ' ~ value},
    statement,
    {'step': statement.step, 'kind': 'reset', 'setting': name, 'sql': 'reset ' ~ name},
  ]) }}
{% endmacro %}
