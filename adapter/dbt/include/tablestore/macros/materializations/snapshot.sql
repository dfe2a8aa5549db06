{#
  dbt's own snapshot, not dbt-spark's older copy of it: list keys, `hard_deletes: new_record` and three-part names
  are right there.
#}
{% materialization snapshot, adapter='tablestore' %}
  {%- if not tablestore_is_replaceable(tablestore_file_format()) -%}
    {% do exceptions.raise_compiler_error(
      "a snapshot needs file_format 'iceberg' or 'delta', not '" ~ tablestore_file_format() ~ "'"
    ) %}
  {%- endif -%}
  {{ return(dbt.materialization_snapshot_default()) }}
{% endmaterialization %}

{% macro tablestore__snapshot_merge_sql(target, source, insert_cols) %}
  {{ return(default__snapshot_merge_sql(target, source, insert_cols)) }}
{% endmacro %}

{# The staging view is temporary: it ends with the connection. #}
{% macro tablestore__post_snapshot(staging_relation) %}
{% endmacro %}
