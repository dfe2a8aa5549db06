{#
  Applies `on_schema_change` and returns the plan for the changed table. A type that only becomes wider is altered in place
  unless the mode is `fail`: no value changes and no file is written.
#}
{% macro _sync_schema(plan, settings, relation, sql) %}
  {% set mode = incremental_validate_on_schema_change(plan.on_schema_change, default='ignore') %}
  {% do tablestore._fail("model '" ~ plan.model ~ "' and its table have different columns (on_schema_change is '" ~ mode ~ "')",
      tablestore._schema_problems(plan, mode)) %}
  {% do tablestore._log_unequal_columns(plan, mode) %}
  {% set widened = plan.retyped_columns | selectattr('widens') | list %}
  {% for column in widened %}
    {% do log(plan.model ~ ': column ' ~ column.name ~ ' was ' ~ column.old_type ~ ' and is ' ~ column.type, info=true) %}
  {% endfor %}
  {% do tablestore._run(tablestore._widen_statements(plan.table, plan.format, tablestore._altered_columns(plan.format, widened))) %}
  {% set changes = {
    'source_not_in_target': tablestore._column_objects(plan.new_columns),
    'target_not_in_source': tablestore._column_objects(plan.missing_columns),
    'new_target_types': plan.retyped_columns | rejectattr('widens') | list,
  } %}
  {% set syncs = mode in ['append_new_columns', 'sync_all_columns'] and (plan.new_columns or plan.missing_columns or plan.retyped_columns) %}
  {% if syncs %}
    {% do sync_column_schemas(mode, relation, changes) %}
  {% endif %}
  {% if syncs or widened %}
    {% set types = {} %}
    {% for column in plan.columns + plan.missing_columns + plan.new_columns + plan.retyped_columns %}
      {% do types.update({column.name | lower: column.type}) %}
    {% endfor %}
    {{ return(tablestore.merge_plan(settings, relation, tablestore._query_columns(sql), tablestore._table_columns(relation), types, plan.side_schema)) }}
  {% endif %}
  {{ return(plan) }}
{% endmacro %}

{# The retyped columns whose type in the table changes: Iceberg stores a SMALLINT and an INT as the same type. #}
{% macro _altered_columns(format, retyped) %}
  {% set altered = [] %}
  {% for column in retyped if tablestore._stored_type(format, column.old_type) != tablestore._stored_type(format, column.type) %}
    {% do altered.append(column) %}
  {% endfor %}
  {{ return(altered) }}
{% endmacro %}

{# Differences that the mode does not allow. #}
{% macro _schema_problems(plan, mode) %}
  {% set problems = [] %}
  {% for column in plan.new_columns if mode == 'fail' %}
    {% do problems.append("column '" ~ column.name ~ "' of the SELECT is not in the table") %}
  {% endfor %}
  {% for column in plan.missing_columns if mode == 'fail' %}
    {% do problems.append("column '" ~ column.name ~ "' of the table is not in the SELECT") %}
  {% endfor %}
  {% for column in plan.retyped_columns if mode == 'fail' or (mode != 'sync_all_columns' and not column.widens) %}
    {% do problems.append("column '" ~ column.name ~ "' is " ~ column.old_type ~ " in the table and " ~ column.type
        ~ " in the SELECT, which may not fit: cast it in the SELECT, or set on_schema_change='sync_all_columns'") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
