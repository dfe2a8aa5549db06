{# Configs of dbt and of its Spark adapters whose names are close to an option of ours. A test compares them with dbt's own classes. #}
{% macro _similar_dbt_configs() %}
  {{ return(['unique_key']) }}
{% endmacro %}
