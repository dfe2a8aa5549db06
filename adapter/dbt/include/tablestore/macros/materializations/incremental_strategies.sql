{# The model's strategy. Fails if the table format does not support it. #}
{% macro tablestore_incremental_strategy() %}
  {%- set strategy = config.get('incremental_strategy') or 'default' -%}
  {%- if strategy == 'merge' and tablestore_file_format() not in ['delta', 'iceberg', 'hudi'] -%}
    {% do exceptions.raise_compiler_error(
      "incremental_strategy 'merge' needs file_format 'iceberg' or 'delta', not '" ~ tablestore_file_format() ~ "'"
    ) %}
  {%- endif -%}
  {{ return(strategy) }}
{% endmacro %}

{# With a unique_key there is one row per key; without one, rows are appended. #}
{% macro tablestore__get_incremental_default_sql(arg_dict) %}
  {%- if arg_dict['unique_key'] -%}
    {{ return(get_incremental_merge_sql(arg_dict)) }}
  {%- endif -%}
  {{ return(get_incremental_append_sql(arg_dict)) }}
{% endmacro %}

{% macro tablestore__get_incremental_append_sql(arg_dict) %}
  {%- set columns = arg_dict['dest_columns'] | map(attribute='quoted') | join(', ') -%}
  insert into {{ arg_dict['target_relation'] }} ({{ columns }})
  select {{ columns }}
  from {{ arg_dict['temp_relation'] }}
{% endmacro %}

{# Replaces the partitions for which the batch has rows; the whole table if it is not partitioned. #}
{% macro tablestore__get_incremental_insert_overwrite_sql(arg_dict) %}
  {%- set columns = arg_dict['dest_columns'] | map(attribute='quoted') | join(', ') -%}
  {%- if config.get('partition_by') -%}
    {% do run_query("set spark.sql.sources.partitionOverwriteMode = DYNAMIC") %}
  {%- endif -%}
  insert overwrite {{ arg_dict['target_relation'] }} ({{ columns }})
  select {{ columns }}
  from {{ arg_dict['temp_relation'] }}
{% endmacro %}

{#
  Replaces the rows of a batch of event time. The bounds are texts, as in the filter with which dbt selects the rows of
  the batch: Spark converts both in the same way, whatever the type of the column and the time zone of the session. A
  format that deletes no rows replaces the partitions for which the batch has rows.
#}
{% macro tablestore__get_incremental_microbatch_sql(arg_dict) %}
  {%- if config.get('partition_by') and tablestore_file_format() not in ['delta', 'iceberg', 'hudi'] -%}
    {{ return(get_incremental_insert_overwrite_sql(arg_dict)) }}
  {%- endif -%}
  {%- set event_time = adapter.quote(config.get('event_time')) -%}
  {%- set batch = event_time ~ " >= '" ~ config.get('__dbt_internal_microbatch_event_time_start') ~ "' and "
      ~ event_time ~ " < '" ~ config.get('__dbt_internal_microbatch_event_time_end') ~ "'" -%}
  {%- if arg_dict['target_relation'].is_delta -%}
    insert into {{ arg_dict['target_relation'] }} replace where {{ batch }}
    select {{ tablestore_values_by_position(arg_dict) }}
    from {{ arg_dict['temp_relation'] }}
  {%- else -%}
    {# Two commits: if a run stops between them, run the same batch again. #}
    {% do run_query("delete from " ~ arg_dict['target_relation'] ~ " where " ~ batch) %}
    {{ get_incremental_append_sql(arg_dict) }}
  {%- endif -%}
{% endmacro %}

{#
  What an INSERT without a list of columns selects, as REPLACE WHERE takes none: each column of the table in its order,
  and null for one that the batch does not have. dbt's columns are in the order of the model's SELECT, unless changes of
  columns are ignored: then they are the table's own.
#}
{% macro tablestore_values_by_position(arg_dict) %}
  {%- set given, stored, values = arg_dict['dest_columns'], arg_dict['dest_columns'], [] -%}
  {%- if config.get('on_schema_change') in ['append_new_columns', 'sync_all_columns', 'fail'] -%}
    {%- set stored = adapter.get_columns_in_relation(arg_dict['target_relation']) -%}
  {%- endif -%}
  {%- set names = given | map(attribute='name') | map('lower') | list -%}
  {%- for column in stored -%}
    {%- do values.append(column.quoted if column.name | lower in names else 'null') -%}
  {%- endfor -%}
  {{ return(values | join(', ')) }}
{% endmacro %}
