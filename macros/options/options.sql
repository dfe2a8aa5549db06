{#
  Every option of a keyed model: name -> Paimon's spelling if it has one, type, default and, for an enumeration, its
  values. No other place lists them.
#}
{% macro options() %}
  {% set ignore_delete = ['first-row.ignore-delete', 'deduplicate.ignore-delete', 'partial-update.ignore-delete'] %}
  {{ return(dict({
    'primary_key':     {'paimon': 'primary-key', 'type': 'columns', 'default': []},
    'null_key':        {'paimon': none, 'type': 'enum', 'default': 'refuse', 'values': ['refuse', 'keep']},
    'input':           {'paimon': none, 'type': 'enum', 'default': 'changes', 'values': ['changes', 'full']},
    'fuse':            {'paimon': none, 'type': 'fuse', 'default': none},
    'merge_engine':    {'paimon': 'merge-engine', 'type': 'enum', 'default': 'deduplicate',
                        'values': tablestore.engines().keys() | list},
    'sequence_field':  {'paimon': 'sequence.field', 'type': 'columns', 'default': []},
    'sequence_field_sort_order': {'paimon': 'sequence.field.sort-order', 'type': 'enum', 'default': 'ascending',
                        'values': ['ascending', 'descending']},
    'rowkind_field':   {'paimon': 'rowkind.field', 'type': 'column', 'default': none},
    'ignore_delete':   {'paimon': 'ignore-delete', 'aliases': ignore_delete, 'type': 'boolean', 'default': false},
    'delete_retained': {'paimon': none, 'type': 'duration', 'default': none},
    'ignore_update_before': {'paimon': 'ignore-update-before', 'type': 'boolean', 'default': false},
    'partial_update_remove_record_on_delete': {'paimon': 'partial-update.remove-record-on-delete', 'type': 'boolean',
                        'default': false, 'engine': 'partial-update'},
    'partial_update_remove_record_on_sequence_group': {'paimon': 'partial-update.remove-record-on-sequence-group',
                        'type': 'columns', 'default': [], 'engine': 'partial-update'},
    'aggregation_remove_record_on_delete': {'paimon': 'aggregation.remove-record-on-delete', 'type': 'boolean',
                        'default': false, 'engine': 'aggregation'},
    'default_aggregate_function': {'paimon': 'fields.default-aggregate-function', 'type': 'enum', 'default': none,
                        'values': tablestore.aggregates().keys() | list},
    'changelog_producer': {'paimon': 'changelog-producer', 'type': 'enum', 'default': 'none',
                        'values': ['none', 'input', 'lookup', 'full-compaction']},
    'changelog_producer_row_deduplicate': {'paimon': 'changelog-producer.row-deduplicate', 'type': 'boolean',
        'default': false},
    'changelog_producer_row_deduplicate_ignore_fields': {'paimon': 'changelog-producer.row-deduplicate-ignore-fields',
                        'type': 'columns', 'default': []},
    'full_compaction_delta_commits': {'paimon': 'full-compaction.delta-commits', 'type': 'count', 'default': none},
    'changelog_producer_compaction_interval': {'paimon': 'changelog-producer.compaction-interval', 'type': 'duration',
                        'default': none, 'positive': true},
    'changelog_time_retained': {'paimon': 'changelog.time-retained', 'type': 'duration', 'default': none},
    'cluster_by':      {'paimon': none, 'type': 'columns', 'default': []},
    'maintenance':     {'paimon': none, 'type': 'maintenance', 'default': none},
    'format_version':  {'paimon': none, 'type': 'version', 'default': none, 'values': ['2', '3']},
    'compiled_plan':   {'paimon': none, 'type': 'text', 'default': none},
    'state_ttl':       {'paimon': 'table.exec.state.ttl', 'type': 'ttl', 'default': none},
  }, **tablestore._version_options())) }}
{% endmacro %}

{# Those of a history of versions. #}
{% macro _version_options() %}
  {{ return({
    'scd_type':        {'paimon': none, 'type': 'version', 'default': '1', 'values': ['1', '2']},
    'track_history':   {'paimon': none, 'type': 'tracked', 'default': none},
    'system_time':     {'paimon': none, 'type': 'boolean', 'default': false},
    'hard_deletes':    {'paimon': none, 'type': 'enum', 'default': 'invalidate',
                        'values': ['ignore', 'invalidate', 'new_record']},
    'versions_retained': {'paimon': none, 'type': 'duration', 'default': none},
    'dbt_valid_to_current': {'paimon': none, 'type': 'text', 'default': none},
    'snapshot_meta_column_names': {'paimon': none, 'type': 'names', 'default': {}},
  }) }}
{% endmacro %}
