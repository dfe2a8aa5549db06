{#
  Deletion vectors are Delta's merge-on-read: an update marks the old rows as deleted and does not rewrite data files. An
  insert has a transaction identifier: Delta executes an insert with the same identifier once, whoever sends it. Tables that
  live for one commit have no log, which Delta would read in jobs of Spark.
#}
{% macro _delta_format() %}
  {# Delta keeps each identifier until then; no statement of a run is that late. #}
  {% set identifiers = {'delta.setTransactionRetentionDuration': 'interval 7 days'} %}
  {{ return({
    'using': 'delta',
    'properties': dict(identifiers, **{'delta.enableDeletionVectors': 'true'}),
    'version_property': none,
    'stage': 'create table {table}\nusing parquet',
    'drop': 'drop table if exists {table}',
    'claim': 'create view if not exists {claim}\ntblproperties {properties}\nas select 1 as claimed',
    'drop_claim': 'drop view if exists {claim}',
    'cluster_clause': 'cluster by ({columns})',
    'cluster_statement': none,
    'has_branches': false,
    'insert_options': "with ('txnAppId' = 'tablestore-{id}', 'txnVersion' = '{number}')",
    'compaction': tablestore._delta_compaction(),
    'expiry': tablestore._delta_expiry(),
    'files': {'query': 'describe detail {table}', 'counts': {'files': 'numFiles'}},
    'health': {'query': 'describe detail {table}', 'columns': {'files': 'numFiles', 'bytes': 'sizeInBytes'}},
    'cleaning': [],
    'sorts': '',
    'widening_properties': {'delta.enableTypeWidening': 'true'},
    'stored_types': {},
    'refused_types': {'interval': 'store a number, such as the microseconds'},
    'history_layout': '',
    'history_properties': identifiers,
    'changelog_layout': 'cluster by (_commit)',
    'changelog_properties': dict(identifiers, **{'delta.dataSkippingStatsColumns': '_commit'}),
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
