{#
  Open-source Spark accepts NOT NULL only in CREATE TABLE, not in CREATE TABLE AS. So the rows of a model with
  constraints are first inserted into a copy that has them; CHECK exists on Delta only.
#}
{% macro tablestore_has_enforced_constraints() %}
  {%- if config.get('contract').enforced and tablestore_is_replaceable(tablestore_file_format()) -%}
    {%- set kinds = model.constraints | map(attribute='type') | list -%}
    {%- for column in model.columns.values() -%}
      {%- do kinds.extend(column.constraints | map(attribute='type') | list) -%}
    {%- endfor -%}
    {{ return('not_null' in kinds or 'check' in kinds) }}
  {%- endif -%}
  {{ return(false) }}
{% endmacro %}

{#
  Returns the statement that creates or replaces the table together with its rows. A copy with the same constraints has
  accepted all rows before, so that a violation leaves the table unchanged, and readers see the old rows or the new
  ones. Through a server, Iceberg's API cannot be called, so the constraints are declared before the rows are inserted:
  readers see an empty table in between.
#}
{% macro tablestore_create_constrained(relation, query) %}
  {%- set columns, copy = tablestore_column_names(), tablestore_checked_copy(relation) -%}
  {%- do tablestore_create_declared(copy, '\nusing ' ~ tablestore_file_format()) -%}
  {%- do run_query('insert into ' ~ copy ~ ' (' ~ columns ~ ')\n' ~ query) -%}
  {%- if target.get('method', 'session') != 'session' and tablestore_file_format() == 'iceberg' -%}
    {%- do tablestore_create_declared(relation, tablestore_table_clauses()) -%}
    {{ return('insert into ' ~ relation ~ ' (' ~ columns ~ ')\nselect ' ~ columns ~ ' from ' ~ copy) }}
  {%- endif -%}
  {%- set sql -%}
    {{ tablestore_create_table() }} {{ relation }}
    {{- tablestore_table_clauses() }}
    as
    select {{ columns }} from {{ copy }}
  {%- endset -%}
  {{ return(sql) }}
{% endmacro %}

{% macro tablestore_checked_copy(relation) %}
  {{ return(relation.incorporate(path={'identifier': relation.identifier ~ '__dbt_checked'}, type='table')) }}
{% endmacro %}

{% macro tablestore_column_names() %}
  {%- set names = [] -%}
  {%- for column in model.columns.values() -%}{%- do names.append(adapter.quote(column.name)) -%}{%- endfor -%}
  {{ return(names | join(', ')) }}
{% endmacro %}

{#
  A table with the constraints and without rows. A copy does not get the location of the model, which is that of its
  table. That a format has no CHECK is said once, when the constraints of the table are completed.
#}
{% macro tablestore_create_declared(relation, clauses) %}
  {%- set columns = adapter.render_raw_columns_constraints(raw_columns=model.columns) -%}
  {%- do run_query(
      tablestore_create_table() ~ ' ' ~ relation ~ ' (\n  ' ~ columns | join(',\n  ') ~ '\n)' ~ clauses
  ) -%}
  {%- do tablestore_add_checks(relation, tablestore_checks()) if tablestore_file_format() == 'delta' -%}
{% endmacro %}

{# Adds the CHECK constraints that a table does not have yet. #}
{% macro tablestore_add_checks(relation, checks) %}
  {%- set is_checked = checks and tablestore_file_format() == 'delta' -%}
  {%- set properties = tablestore.table_properties(relation) if is_checked else {} -%}
  {%- for check in checks -%}
    {%- if tablestore_file_format() != 'delta' -%}
      {%- do exceptions.warn(
          'The check constraint `' ~ check.expression ~ '` of ' ~ relation ~ ' is not enforced: '
          ~ tablestore_file_format() ~ ' tables have none. Use file_format delta, or a dbt test.') -%}
    {%- elif 'delta.constraints.' ~ check.name | lower not in properties -%}
      {%- do tablestore_add_check(relation, check) -%}
    {%- endif -%}
  {%- endfor -%}
{% endmacro %}

{% macro tablestore_add_check(relation, check) %}
  {%- do run_query('alter table ' ~ relation.render()
      ~ ' add constraint ' ~ adapter.quote(check.name) ~ ' check (' ~ check.expression ~ ')') -%}
{% endmacro %}

{# The CHECK constraints of the model and of its columns, each with a name. #}
{% macro tablestore_checks() %}
  {%- set constraints = [] + model.constraints -%}
  {%- for column in model.columns.values() -%}{%- do constraints.extend(column.constraints) -%}{%- endfor -%}
  {%- set checks = [] -%}
  {%- for constraint in constraints if constraint.type == 'check' -%}
    {%- do checks.append({
        'name': constraint.name or 'check_' ~ local_md5(constraint.expression)[:12],
        'expression': constraint.expression}) -%}
  {%- endfor -%}
  {{ return(checks) }}
{% endmacro %}

{#
  Declares the constraints of a table whose rows satisfy them. Iceberg's SQL cannot declare NOT NULL for an existing
  column, but its API can. Delta cannot at all, so there it is a CHECK. A keyed table has no CHECK of its own: the merge
  refuses rows before the commit is decided.
#}
{% macro tablestore_declare_constraints(relation, missing) %}
  {%- if missing and tablestore_file_format() == 'iceberg' -%}
    {%- do adapter.columns().require(relation, missing) -%}
  {%- else -%}
    {%- do tablestore_add_checks(relation, tablestore_not_null_checks(missing)) -%}
  {%- endif -%}
  {%- if tablestore.is_keyed(model) or config.get('materialized') == 'materialized_view' -%}
    {%- for check in tablestore_checks() -%}
      {%- do exceptions.warn('The check constraint `' ~ check.expression ~ '` of ' ~ relation
          ~ ' is not enforced: keyed tables and materialized views have none. Use a dbt test.') -%}
    {%- endfor -%}
  {%- else -%}
    {%- do tablestore_add_checks(relation, tablestore_checks()) -%}
  {%- endif -%}
{% endmacro %}

{#
  Declares what a killed run has left out. Rows from before the contract may violate it; then they are reported. Of the
  rows of a view, only those that are `shown` count, so a column in which others may have nulls is not declared.
#}
{% macro tablestore_complete_constraints(relation, shown=none) %}
  {%- set nulls = [] -%}
  {%- set missing = tablestore_undeclared_columns(relation) if tablestore_has_enforced_constraints() else [] -%}
  {%- for name in missing -%}{%- do nulls.append(adapter.quote(name) ~ ' is null') -%}{%- endfor -%}
  {%- set violation = 'select 1 from ' ~ relation.render() ~ ' where (' ~ nulls | join(' or ') ~ ')'
      ~ (' and ' ~ shown if shown else '') ~ ' limit 1' -%}
  {%- if missing and run_query(violation) | length -%}
    {%- do exceptions.warn(
        'The contract of ' ~ relation.render() ~ ' says not_null for ' ~ missing | join(', ')
        ~ ', but the table has rows with'
        ~ ' nulls there. ' ~ ('Leave these rows out of the query of the view.'
        if config.get('materialized') == 'materialized_view'
        else 'Correct these rows, or rebuild the table with --full-refresh.')) -%}
  {%- elif missing and not shown -%}
    {%- do tablestore_declare_constraints(relation, missing) -%}
  {%- endif -%}
  {%- if tablestore_has_enforced_constraints() and tablestore_file_format() == 'delta'
      and not tablestore.is_keyed(model) and config.get('materialized') != 'materialized_view' -%}
    {%- do tablestore_complete_checks(relation) -%}
  {%- endif -%}
{% endmacro %}

{# Adds the checks that a killed run has left out, and those whose text has changed. #}
{% macro tablestore_complete_checks(relation) %}
  {%- set checks = tablestore_checks() -%}
  {%- set properties = tablestore.table_properties(relation) if checks else {} -%}
  {%- for check in checks -%}
    {%- set stored = properties.get('delta.constraints.' ~ check.name | lower) -%}
    {%- set violation = 'select 1 from ' ~ relation.render() ~ ' where not (' ~ check.expression ~ ') limit 1' -%}
    {%- if stored != check.expression and run_query(violation) | length -%}
      {%- do exceptions.warn('The contract of ' ~ relation.render() ~ ' has the check `' ~ check.expression ~ '`, but'
          ~ ' the table has rows that violate it. Correct these rows, or rebuild the table with --full-refresh.') -%}
    {%- elif stored != check.expression -%}
      {%- do run_query('alter table ' ~ relation.render() ~ ' drop constraint ' ~ adapter.quote(check.name))
          if stored -%}
      {%- do tablestore_add_check(relation, check) -%}
      {%- do run_query('drop table if exists ' ~ tablestore_checked_copy(relation)) -%}
    {%- endif -%}
  {%- endfor -%}
{% endmacro %}

{# The columns that the contract declares NOT NULL and the table does not. #}
{% macro tablestore_undeclared_columns(relation) %}
  {%- set names, found = tablestore_not_null_columns(), [] -%}
  {%- if names -%}
    {%- set declared = tablestore.declared_columns(relation, names) -%}
    {%- set properties = tablestore.table_properties(relation) -%}
    {%- for column in names if declared[column.name].nullable is not false
        and 'delta.constraints.not_null_' ~ column.name | lower not in properties -%}
      {%- do found.append(column.name) -%}
    {%- endfor -%}
  {%- endif -%}
  {{ return(found) }}
{% endmacro %}

{% macro tablestore_not_null_checks(names) %}
  {%- set checks = [] -%}
  {%- for name in names -%}
    {%- do checks.append({'name': 'not_null_' ~ name, 'expression': adapter.quote(name) ~ ' is not null'}) -%}
  {%- endfor -%}
  {{ return(checks) }}
{% endmacro %}

{# The columns that the contract declares NOT NULL. #}
{% macro tablestore_not_null_columns() %}
  {%- set found = [] -%}
  {%- for column in model.columns.values() if 'not_null' in column.constraints | map(attribute='type') | list -%}
    {%- do found.append({'name': column.name}) -%}
  {%- endfor -%}
  {{ return(found) }}
{% endmacro %}

{% macro tablestore__persist_constraints(relation, model) %}
  {%- if tablestore_has_enforced_constraints() -%}
    {%- do tablestore_declare_constraints(relation, tablestore_undeclared_columns(relation)) -%}
    {%- do run_query('drop table if exists ' ~ tablestore_checked_copy(relation)) -%}
  {%- endif -%}
{% endmacro %}
