{% macro tablestore__create_view_as(relation, sql) -%}
  {%- do tablestore.assert_no_side_table(relation) -%}
  {%- do tablestore_run_header() -%}
  {#- not where dbt makes a view of the table of a model: a clone, or a pointer to its latest version -#}
  {%- if config.get('materialized') == 'view' and flags.WHICH != 'clone' -%}
    {%- do tablestore.check_keyed_options(model) -%}
    {%- if config.get('contract').enforced -%}
      {{ get_assert_columns_equivalent(sql) }}
    {%- endif -%}
  {%- endif -%}
  {%- set existing = load_cached_relation(relation) -%}
  {%- if existing and existing.type == 'materialized_view' -%}
    {#- a view in its place would leave the table with its rows -#}
    {%- do adapter.drop_relation(existing) -%}
  {%- else -%}
    {#- and beside the rows that a stopped drop has left, it would count as their materialized view -#}
    {%- do tablestore_drop_rows(relation) -%}
  {%- endif -%}
  create or replace view {{ relation }}
  {%- if config.persist_column_docs() %} (
    {{ get_persist_docs_column_list(model.columns, get_columns_in_query(sql)) }}
  )
  {%- endif %}
  {{- comment_clause() }}
  as
  {{ sql }}
{%- endmacro %}

{# The columns of a view with their comments. Warns of described columns that it does not have, as tables do. #}
{% macro get_persist_docs_column_list(model_columns, query_columns) %}
  {%- set described = validate_doc_columns(this, model_columns, query_columns) -%}
  {%- for name in query_columns %}
    {{ get_column_comment_sql(name, described) }}{{ ',' if not loop.last }}
  {%- endfor %}
{% endmacro %}

{#
  An empty comment replaces that of the column in the table that the view reads. Names are the same in any letter case,
  unless they are quoted.
#}
{% macro get_column_comment_sql(column_name, column_dict) -%}
  {%- set found = [column_dict[column_name]] if column_name in column_dict else [] -%}
  {%- for name, column in column_dict.items() if name | lower == column_name | lower and not column.get('quote') -%}
    {%- do found.append(column) -%}
  {%- endfor -%}
  {%- set described = found | first or {} -%}
  {{ adapter.quote(column_name) }} comment {{ tablestore.string_literal(described.get('description') or '') }}
{%- endmacro %}

{# A table in the way of a view is dropped, unless it is a side table of a keyed model. #}
{% macro tablestore__handle_existing_table(full_refresh, old_relation) %}
  {% do tablestore.assert_no_side_table(old_relation) %}
  {{ return(default__handle_existing_table(full_refresh, old_relation)) }}
{% endmacro %}
