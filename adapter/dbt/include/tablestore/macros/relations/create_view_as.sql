{% macro tablestore__create_view_as(relation, sql) -%}
  {%- if config.get('contract').enforced -%}
    {{ get_assert_columns_equivalent(sql) }}
  {%- endif -%}
  {%- do tablestore_run_header() -%}
  create or replace view {{ relation }}
  {%- if config.persist_column_docs() and model.columns %} (
    {{ get_persist_docs_column_list(model.columns, get_columns_in_query(sql)) }}
  )
  {%- endif %}
  {{- comment_clause() }}
  as
  {{ sql }}
{%- endmacro %}

{% macro get_column_comment_sql(column_name, column_dict) -%}
  {{ adapter.quote(column_name) }}
  {%- if column_name in column_dict and column_dict[column_name]['description'] %} comment {{
    tablestore_literal(column_dict[column_name]['description']) }}
  {%- endif -%}
{%- endmacro %}
