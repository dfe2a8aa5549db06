{#
  Whether a model is a keyed table: an incremental model with a primary key, a merge engine or table options. The
  adapter's `incremental` materialization calls this, and so does the wrapper that a project on plain dbt-spark writes.
#}
{% macro is_keyed(node) %}
  {% set config = node.config %}
  {% set options = config.primary_key or config.merge_engine or config.table_options %}
  {{ return(true if options and config.materialized == 'incremental' else false) }}
{% endmacro %}
