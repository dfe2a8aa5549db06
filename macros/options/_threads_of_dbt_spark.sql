{#
  How many threads a run with dbt-spark has; none if it runs on Databricks, whose methods have a session per connection.
#}
{% macro _threads_of_dbt_spark() %}
  {{ return(none if tablestore._adapter_type() != 'spark' or target.cluster or target.endpoint else target.threads) }}
{% endmacro %}
