{#
  The plan of a batch for a table as it is. Its side tables must be this table's own.

    settings  what the model's config says, see `_settings_schema`
    query     the SELECT
#}
{% macro _planned_batch(settings, relation, last, rebuild, query) %}
  {% set side_schema = tablestore._next_side_schema(last, rebuild) %}
  {% do tablestore._assert_side_tables(settings, relation, last, side_schema) %}
  {% do tablestore._create_side_schema(relation, side_schema) %}
  {% set stored = [] if rebuild else tablestore._table_columns(relation) %}
  {% set plan = tablestore.merge_plan(settings, relation, tablestore._query_columns(query), stored, last.column_types, side_schema) %}
  {{ return(tablestore._assert_version(plan, last)) }}
{% endmacro %}
