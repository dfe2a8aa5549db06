{# Differences that the mode does not allow. `filled` are the columns that the table fills, see `_filled_columns`. #}
{% macro _schema_problems(plan, mode, filled={}) %}
  {% set problems = [] %}
  {% for column in plan.new_columns if mode == 'fail' %}
    {% do problems.append("column '" ~ column.name ~ "' of the SELECT is not in the table") %}
  {% endfor %}
  {% for column in plan.missing_columns if mode == 'fail' %}
    {% do problems.append("column '" ~ column.name ~ "' of the table is not in the SELECT") %}
  {% endfor %}
  {% set missing = plan.missing_columns | map(attribute='name') | list %}
  {% for column in plan.required_columns if column.name in missing and mode not in ['fail', 'sync_all_columns']
      and filled.get(column.name, 'a default of null') == 'a default of null' %}
    {% do problems.append("column '" ~ column.name ~ "' of the table is not in the SELECT, and the table takes no null"
        ~ ' there, which new rows would have: select it, or ' ~ column.null_after) %}
  {% endfor %}
  {% do problems.extend(tablestore._schema_problems_of_versions(plan)) if plan.versions %}
  {% for column in plan.retyped_columns if (mode == 'fail' or (mode != 'sync_all_columns' and not column.widens))
      and not (plan.versions and column.name == '_events') %}
    {% do problems.append("column '" ~ column.name ~ "' is " ~ column.old_type ~ " in the table and " ~ column.type
        ~ " in the SELECT, which may not fit: cast it in the SELECT, or set on_schema_change='sync_all_columns'") %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{#
  Versions are compared by all their columns, and a version can have several events, so neither do columns leave the
  table, nor can a column that is not compared be added.
#}
{% macro _schema_problems_of_versions(plan) %}
  {% set problems = [] %}
  {% for column in plan.missing_columns %}
    {% do problems.append("column '" ~ column.name ~ "' of the table is not in the SELECT, and versions differ in it:"
        ~ ' select it, or null for new rows: cast(null as ' ~ column.type ~ ') as ' ~ column.name) %}
  {% endfor %}
  {% if plan.retyped_columns | selectattr('name', 'equalto', '_events') | list %}
    {% set column = 'a column of a sequence group' if plan.versions.groups
        else "a column of 'sequence_field', or one that 'track_history' leaves out," %}
    {% do problems.append(column ~ ' is new or has another type, and the stored events have no value of it: '
        ~ tablestore._to_rebuild(plan.model, plan.table, plan.options.system_time)) %}
  {% endif %}
  {{ return(problems) }}
{% endmacro %}
