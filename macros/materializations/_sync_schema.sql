{# Carries out `on_schema_change` and returns the plan for the columns the table then has. #}
{% macro _sync_schema(plan, node, relation, sql) %}
  {% set mode = incremental_validate_on_schema_change(node.config.on_schema_change, default='ignore') %}
  {% set changes = {
    'source_not_in_target': tablestore._api_columns(plan.new_columns),
    'target_not_in_source': tablestore._api_columns(plan.missing_columns),
    'new_target_types': plan.retyped_columns,
  } %}
  {% set problems = [] %}
  {% if mode == 'fail' %}
    {% for column in plan.new_columns %}
      {% do problems.append("column '" ~ column.name ~ "' of the SELECT is not in the table") %}
    {% endfor %}
    {% for column in plan.missing_columns %}
      {% do problems.append("column '" ~ column.name ~ "' of the table is not in the SELECT") %}
    {% endfor %}
  {% endif %}
  {% if mode != 'sync_all_columns' %}
    {% for column in plan.retyped_columns %}
      {% do problems.append("column '" ~ column.column_name ~ "' is " ~ column.old_type ~ " in the table and "
          ~ column.new_type ~ " in the SELECT, which may not fit: cast it in the SELECT, or set on_schema_change='sync_all_columns'") %}
    {% endfor %}
  {% endif %}
  {% do tablestore._fail("model '" ~ plan.model ~ "' and its table have different columns (on_schema_change is '" ~ mode ~ "')",
      problems) %}
  {% if mode in ['append_new_columns', 'sync_all_columns'] and (plan.new_columns or plan.missing_columns or plan.retyped_columns) %}
    {% do sync_column_schemas(mode, relation, changes) %}
    {{ return(tablestore.merge_plan(node, relation, tablestore._query_columns(sql), tablestore._relation_columns(relation))) }}
  {% endif %}
  {{ return(plan) }}
{% endmacro %}

{% macro _api_columns(columns) %}
  {% set result = [] %}
  {% for column in columns %}
    {% do result.append(api.Column(column.name, column.type)) %}
  {% endfor %}
  {{ return(result) }}
{% endmacro %}
