{#
  The view that users read, and the view of its changelog. How long the first run took is recorded with the table,
  because it is only known when the run is over.
#}
{% macro tablestore_create_views(view, table, existing, rebuild, began) %}
  {% if existing and existing.type not in ['view', 'materialized_view'] %}
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
  {% set log = tablestore.side_table(table, '__changelog', last.side_schema) %}
  {% set readable = tablestore.side_table(this, '__changelog', last.side_schema) %}
  {% call statement('create_changelog') %}create or replace view {{ readable }} as
{{ view.changelog_query(log | string) }}{% endcall %}
  {% if rebuild %}
    {% set seconds = '%.3f' % began.seconds %}
    {% call statement('record_time') -%}
      alter table {{ table }} set tblproperties ('tablestore.first-seconds' = '{{ seconds }}')
    {%- endcall %}
  {% endif %}
{% endmacro %}
