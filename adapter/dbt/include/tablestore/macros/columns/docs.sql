{# A view gets its comments when it is created; a table can get them at any time. #}
{% macro tablestore__persist_docs(relation, model, for_relation, for_columns) %}
  {%- if not relation.is_view and model.config.get('materialized') != 'view' -%}
    {%- if for_relation and config.persist_relation_docs() and model.description -%}
      {%- do run_query('comment on table ' ~ relation ~ ' is ' ~ tablestore.string_literal(model.description)) -%}
    {%- endif -%}
    {%- if for_columns and config.persist_column_docs() -%}
      {%- set columns = adapter.get_columns_in_relation(relation) -%}
      {%- set described = validate_doc_columns(relation, model.columns, columns | map(attribute='name') | list) -%}
      {%- do alter_column_comment(relation, described) -%}
      {%- do tablestore_clear_comments(relation, columns, described) -%}
    {%- endif -%}
  {%- endif -%}
{% endmacro %}

{% macro tablestore__alter_column_comment(relation, column_dict) %}
  {%- for name, column in column_dict.items() if column.description -%}
    {%- do run_query(
        'alter table ' ~ relation ~ ' alter column ' ~ adapter.quote(name)
        ~ ' comment ' ~ tablestore.string_literal(column.description)) -%}
  {%- endfor -%}
{% endmacro %}

{#
  Spark copies the comments of the columns that a query reads into the new table. They describe the upstream table. The
  comment of `_written_at`, a column of keyed tables, is ours.
#}
{% macro tablestore_clear_comments(relation, columns, described) %}
  {%- set documented = ['_written_at'] -%}
  {%- for name, column in described.items() if column.description -%}
    {%- do documented.append(name | lower) -%}
  {%- endfor -%}
  {%- for column in columns if column.comment and column.name | lower not in documented -%}
    {%- do run_query("alter table " ~ relation ~ " alter column " ~ adapter.quote(column.name) ~ " comment ''") -%}
  {%- endfor -%}
{% endmacro %}
