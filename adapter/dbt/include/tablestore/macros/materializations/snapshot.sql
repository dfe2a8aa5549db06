{#
  dbt's own snapshot instead of dbt-spark's older copy: it supports lists of keys, `hard_deletes: new_record` and
  three-part names.
#}
{% materialization snapshot, adapter='tablestore' %}
  {%- if not tablestore_is_replaceable(tablestore_file_format()) -%}
    {% do exceptions.raise_compiler_error(
      "a snapshot needs file_format 'iceberg' or 'delta', not '" ~ tablestore_file_format() ~ "'"
    ) %}
  {%- endif -%}
  {%- do tablestore.assert_no_side_table(this) -%}
  {%- do tablestore_forget_commits(load_cached_relation(this)) -%}
  {{ return(dbt.materialization_snapshot_default()) }}
{% endmaterialization %}

{% macro tablestore__snapshot_merge_sql(target, source, insert_cols) %}
  {{ return(default__snapshot_merge_sql(target, source, insert_cols)) }}
{% endmacro %}

{# The staging view is temporary and ends with the connection. #}
{% macro tablestore__post_snapshot(staging_relation) %}
{% endmacro %}
