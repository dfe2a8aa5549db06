{# Here and wherever a table is altered, render() names the table itself: with --empty a relation prints as a query. #}
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

{# Delta drops and renames columns by name mapping only; the table's protocol is raised when the first one goes. #}
{% macro tablestore_allow_dropping(relation) %}
  {%- if relation.is_delta -%}
    {%- do run_query("alter table " ~ relation.render() ~ " set tblproperties ('delta.columnMapping.mode' = 'name')") -%}
  {%- endif -%}
{% endmacro %}

{#
  Iceberg widens a type in place. Any other change goes through a second column: Spark has no ALTER for it.
#}
{% macro tablestore__alter_column_type(relation, column_name, new_column_type) %}
  {%- set old_types = {} -%}
  {%- for column in adapter.get_columns_in_relation(relation) -%}
    {%- do old_types.update({column.name | lower: column.data_type}) -%}
  {%- endfor -%}
  {%- set old_type = old_types[column_name | lower] -%}
  {%- set quoted = adapter.quote(column_name) -%}
  {%- if relation.is_iceberg and (old_type, new_column_type) in [('int', 'bigint'), ('float', 'double')] -%}
    {%- do run_query('alter table ' ~ relation.render() ~ ' alter column ' ~ quoted ~ ' type ' ~ new_column_type) -%}
  {%- else -%}
    {%- set other = adapter.quote(column_name ~ '__dbt_alter') -%}
    {%- do tablestore_allow_dropping(relation) -%}
    {%- do run_query('alter table ' ~ relation.render() ~ ' add columns (' ~ other ~ ' ' ~ new_column_type ~ ')') -%}
    {%- do run_query('update ' ~ relation.render() ~ ' set ' ~ other ~ ' = cast(' ~ quoted ~ ' as ' ~ new_column_type ~ ')') -%}
    {%- do run_query('alter table ' ~ relation.render() ~ ' drop columns (' ~ quoted ~ ')') -%}
    {%- do run_query('alter table ' ~ relation.render() ~ ' rename column ' ~ other ~ ' to ' ~ quoted) -%}
  {%- endif -%}
{% endmacro %}
