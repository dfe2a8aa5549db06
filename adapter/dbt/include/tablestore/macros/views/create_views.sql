{# The view that users read, and the views of its changelog and of its refreshes. #}
{% macro tablestore_create_views(view, table, existing) %}
  {% if existing and existing.type not in ['view', 'materialized_view'] %}
    {% do tablestore_drop_side_tables(tablestore.last_commit(existing, true).side_schema) %}
    {% do adapter.drop_relation(existing) %}
  {% endif %}
  {% call statement('create_view') %}create or replace view {{ this }}
{%- if config.persist_column_docs() %} (
  {{- get_persist_docs_column_list(model.columns, view.result.columns | list) -}}
){% endif %}
{{ comment_clause() }}
as
{{ view.read_query(table | string) }}{% endcall %}
  {% set last = tablestore.last_commit(table, true) %}
  {# a run that was stopped has dropped the keyed table without them #}
  {% do tablestore_drop_side_tables(last.side_schema) %}
  {% set log = tablestore.side_table(table, '__changelog', last.side_schema) %}
  {% set views = tablestore_views_of_changes(this, last.side_schema) %}
  {% call statement('create_changelog') %}create or replace view {{ views.changelog }} as
{{ view.changelog_query(log | string) }}{% endcall %}
  {% set commits = tablestore.side_table(table, '__commits', last.side_schema) %}
  {% call statement('create_refreshes') %}create or replace view {{ views.refreshes }} as
{{ tablestore_refreshes_query(commits) }}{% endcall %}
  {% call statement('record_created') %}alter table {{ table }} set tblproperties (
  'tablestore.created-texts' = '{{ tablestore_view_texts(view, table) }}'
){% endcall %}
  {% for made in views.values() %}
    {% do adapter.cache_added(made) %}
  {% endfor %}
{% endmacro %}

{# Drops the side tables of the keyed table that was in the place of this view, one of which has the name of a view. #}
{% macro tablestore_drop_side_tables(schema) %}
  {% for suffix in tablestore.former_tables(this, schema) %}
    {% do adapter.drop_relation(load_relation(tablestore.side_table(this, suffix, schema))) %}
  {% endfor %}
{% endmacro %}
