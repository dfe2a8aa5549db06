{# A view takes its comments when it is created; a table can be told any time. #}
{% macro tablestore__persist_docs(relation, model, for_relation, for_columns) %}
  {%- if not relation.is_view and model.config.get('materialized') != 'view' -%}
    {%- if for_relation and config.persist_relation_docs() and model.description -%}
      {%- do run_query('comment on table ' ~ relation ~ ' is ' ~ tablestore_literal(model.description)) -%}
    {%- endif -%}
    {%- if for_columns and config.persist_column_docs() and model.columns -%}
      {%- set existing = adapter.get_columns_in_relation(relation) | map(attribute='name') | list -%}
      {%- do alter_column_comment(relation, validate_doc_columns(relation, model.columns, existing)) -%}
    {%- endif -%}
  {%- endif -%}
{% endmacro %}

{% macro tablestore__alter_column_comment(relation, column_dict) %}
  {%- for name, column in column_dict.items() if column.description -%}
    {%- do run_query(
        'alter table ' ~ relation ~ ' alter column ' ~ adapter.quote(name)
        ~ ' comment ' ~ tablestore_literal(column.description)) -%}
  {%- endfor -%}
{% endmacro %}
