{# Statements that alter a table use render(), its name: with --empty, a relation itself prints as a query. #}
{% macro tablestore__alter_relation_add_remove_columns(relation, add_columns, remove_columns) %}
  {%- if add_columns -%}
    {%- set added = [] -%}
    {%- for column in add_columns -%}{%- do added.append(column.quoted ~ ' ' ~ column.data_type) -%}{%- endfor -%}
    {%- do run_query('alter table ' ~ relation.render() ~ ' add columns (' ~ added | join(', ') ~ ')') -%}
  {%- endif -%}
  {%- if remove_columns -%}
    {%- do tablestore_allow_dropping(relation) -%}
    {%- set removed = remove_columns | map(attribute='quoted') | join(', ') -%}
    {%- do run_query('alter table ' ~ relation.render() ~ ' drop columns (' ~ removed ~ ')') -%}
  {%- endif -%}
{% endmacro %}

{# Delta drops and renames columns only with column mapping by name, which upgrades the table's protocol. #}
{% macro tablestore_allow_dropping(relation) %}
  {%- if relation.is_delta -%}
    {%- do run_query("alter table " ~ relation.render()
        ~ " set tblproperties ('delta.columnMapping.mode' = 'name')") -%}
  {%- endif -%}
{% endmacro %}

{# Iceberg stores a SMALLINT as INT, which is no change. #}
{% macro tablestore__check_for_schema_changes(source_relation, target_relation) %}
  {%- set changes = default__check_for_schema_changes(source_relation, target_relation) -%}
  {%- set relation, types = load_cached_relation(target_relation) or target_relation, [] -%}
  {%- for change in changes.new_target_types
      if adapter.columns().type_statements(relation, change.column_name, change.new_type) -%}
    {%- do types.append(change) -%}
  {%- endfor -%}
  {{ return(dict(changes, new_target_types=types, schema_changed=(types or changes.source_not_in_target
      or changes.target_not_in_source) | length > 0)) }}
{% endmacro %}

{#
  Everything that can prevent a change is found before the table changes. The cached relation knows its format, which
  `this` does not.
#}
{% macro tablestore__sync_column_schemas(on_schema_change, target_relation, schema_changes_dict) %}
  {%- set relation, changes = load_cached_relation(target_relation) or target_relation, schema_changes_dict -%}
  {%- set types = changes['new_target_types'] -%}
  {%- if on_schema_change == 'sync_all_columns' and (types or changes['target_not_in_source']) -%}
    {%- set declared = tablestore.declared_columns(relation, adapter.get_columns_in_relation(relation))
        if types else {} -%}
    {%- do adapter.columns().check_changes(
        relation, changes, declared, tablestore.table_properties(relation),
        tablestore.rebuild_command(tablestore.versioned_name(model), with_readers=false)) -%}
  {%- endif -%}
  {{ return(default__sync_column_schemas(on_schema_change, relation, schema_changes_dict)) }}
{% endmacro %}

{% macro tablestore__alter_column_type(relation, column_name, new_column_type) %}
  {#- a model may call this, also while dbt parses it -#}
  {%- do tablestore_run_changes(relation, adapter.columns().type_statements(relation, column_name, new_column_type))
      if execute -%}
{% endmacro %}

{# Runs statements that change columns of a table. #}
{% macro tablestore_run_changes(relation, statements) %}
  {%- for made in statements -%}
    {%- do tablestore_allow_dropping(relation) if made.facts.kind == 'drop_columns' -%}
    {%- do adapter.session().run([made]) -%}
  {%- endfor -%}
{% endmacro %}

{#
  Undoes or finishes the changes of types that a killed run has left in a table. For Iceberg tables, the list of
  relations has the columns, so that other runs do not have to look.
#}
{% macro tablestore_finish_type_changes(existing) %}
  {%- if existing is not none and existing.is_table
      and (existing.is_delta or '__dbt_alter_' in (existing.information or '')) -%}
    {%- do tablestore_run_changes(existing, adapter.columns().unfinished_types(existing)) -%}
  {%- endif -%}
{% endmacro %}
