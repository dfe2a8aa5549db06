{#
  A view gets its comments when it is created; a table can get them at any time. Each is a commit of the table, so those
  that it has already are not sent again.
#}
{% macro tablestore__persist_docs(relation, model, for_relation, for_columns) %}
  {%- set of_table = for_relation and config.persist_relation_docs() and model.description -%}
  {%- set of_columns = for_columns and config.persist_column_docs() -%}
  {%- if (of_table or of_columns) and not relation.is_view and model.config.get('materialized') != 'view' -%}
    {%- set stored = adapter.columns().documented(relation) -%}
    {%- if of_table and stored.comment != model.description -%}
      {%- do run_query('comment on table ' ~ relation ~ ' is ' ~ tablestore.string_literal(model.description)) -%}
    {%- endif -%}
    {%- if of_columns -%}
      {%- set names = stored.columns | map(attribute='name') | list -%}
      {%- set described = validate_doc_columns(relation, model.columns, names) -%}
      {%- do alter_column_comment(relation, tablestore_new_comments(stored.columns, described)) -%}
      {%- do tablestore_clear_comments(relation, stored.columns, described) -%}
    {%- endif -%}
  {%- endif -%}
{% endmacro %}

{# Of the described columns, those whose description is not their comment. #}
{% macro tablestore_new_comments(columns, described) %}
  {%- set comments, changed = {}, {} -%}
  {%- for column in columns -%}{%- do comments.update({column.name | lower: column.comment}) -%}{%- endfor -%}
  {%- for name, column in described.items() if column.description != comments[name | lower] -%}
    {%- do changed.update({name: column}) -%}
  {%- endfor -%}
  {{ return(changed) }}
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
