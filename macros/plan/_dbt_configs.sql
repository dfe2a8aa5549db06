{# The model configs of dbt-core, dbt-spark and this adapter that a keyed model may have beside its own options. #}
{% macro _dbt_configs() %}
  {{ return([
    'access', 'alias', 'batch_size', 'begin', 'column_types', 'concurrent_batches', 'contract', 'database', 'docs',
    'enabled', 'event_time', 'freshness', 'full_refresh', 'grants', 'group', 'incremental_strategy', 'lookback',
    'materialized', 'meta', 'on_configuration_change', 'on_schema_change', 'packages', 'persist_docs', 'post-hook',
    'post_hook', 'pre-hook', 'pre_hook', 'quoting', 'schema', 'sql_header', 'static_analysis', 'tags', 'unique_key',
    'buckets', 'catalog_name', 'clustered_by', 'file_format', 'incremental_predicates', 'location_root', 'options',
    'partition_by', 'tblproperties', 'table_options',
    '__dbt_internal_microbatch_event_time_start', '__dbt_internal_microbatch_event_time_end'
  ]) }}
{% endmacro %}
