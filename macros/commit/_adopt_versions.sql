{#
  The plan for a table with versions that is not a keyed table, such as a snapshot of dbt: it gets the column `_events`,
  which is null for versions that say all about themselves.
#}
{% macro _adopt_versions(plan, settings, relation, query) %}
  {% set missing, events = [], plan.new_columns | selectattr('name', 'equalto', '_events') | list %}
  {% for name in tablestore._names_of_versions(settings.options).values()
      if name | lower in plan.new_columns | map(attribute='lower_name') | list %}
    {% do missing.append("the existing table has no column '" ~ name ~ "', so its rows are not versions: name its"
        ~ ' column in snapshot_meta_column_names, or rebuild the model: dbt run --full-refresh --select '
        ~ plan.model) %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' cannot take over its table as a history of versions", missing) %}
  {% if not events %}
    {{ return(plan) }}
  {% endif %}
  {% do tablestore._run([{'step': 'alter', 'sql': 'alter table ' ~ plan.table ~ ' add columns (`_events` '
      ~ events[0].type ~ " comment 'the events of the version that its columns do not say')"}]) %}
  {% set columns = tablestore._describe_batch(query, relation) %}
  {% set stored = columns.stored | rejectattr('name', 'equalto', '_events') | list
      + [{'name': '_events', 'type': tablestore._stored_type(plan.table_format, events[0].type)}] %}
  {{ return(tablestore.merge_plan(settings, relation, columns.query, stored, none, plan.side_schema)) }}
{% endmacro %}
