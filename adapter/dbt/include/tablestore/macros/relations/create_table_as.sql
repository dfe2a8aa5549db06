{% macro tablestore__file_format_clause() %}
  {%- if not model or model.resource_type in ['model', 'seed', 'snapshot', 'test', 'unit_test'] %}
    using {{ tablestore_file_format() }}
  {%- endif %}
{%- endmacro %}

{%- macro tablestore__create_table_as(temporary, relation, compiled_code, language='sql') -%}
  {%- if language == 'python' -%}
    {{ py_write_table(compiled_code=compiled_code, target_relation=relation) }}
  {%- elif temporary -%}
    {{ create_temporary_view(relation, compiled_code) }}
  {%- else -%}
    {%- if config.get('contract').enforced -%}
      {{ get_assert_columns_equivalent(compiled_code) }}
      {%- set compiled_code = get_select_subquery(compiled_code) -%}
    {%- endif -%}
    create {{ 'or replace ' if tablestore_file_format() in ['delta', 'iceberg'] }}table {{ relation }}
    {{- tablestore_table_clauses() }}
    as
    {{ compiled_code }}
  {%- endif -%}
{%- endmacro -%}

{# What stands between a new table's name and its rows. #}
{% macro tablestore_table_clauses() %}
    {{- file_format_clause() }}
    {{- options_clause() }}
    {{- tblproperties_clause() }}
    {{- partition_cols(label="partitioned by") }}
    {{- clustered_cols(label="clustered by") }}
    {{- location_clause() }}
    {{- comment_clause() }}
{%- endmacro %}
