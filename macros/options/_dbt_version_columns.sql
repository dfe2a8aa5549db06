{# The columns that a history of versions adds, by dbt's names, in dbt's order. #}
{% macro _dbt_version_columns() %}
  {{ return(['dbt_scd_id', 'dbt_updated_at', 'dbt_valid_from', 'dbt_valid_to', 'dbt_is_deleted',
           'dbt_system_from', 'dbt_system_to']) }}
{% endmacro %}
