{% materialization table, adapter='tablestore', supported_languages=['sql', 'python'] %}
  {%- set existing = load_cached_relation(this) -%}
  {%- set target_relation = this.incorporate(type='table') -%}
  {%- set language = model['language'] -%}

  {% do tablestore.check_keyed_options(model) %}
  {% do tablestore.assert_no_side_table(this) %}
  {{ run_hooks(tablestore.every_hook(pre_hooks)) }}

  {% do tablestore_clear_way(existing) %}
  {%- call statement('main', language=language) -%}
    {{ create_table_as(False, target_relation, compiled_code, language) }}
  {%- endcall -%}

  {% do apply_grants(target_relation, config.get('grants'), should_revoke(existing, full_refresh_mode=True)) %}
  {% do persist_docs(target_relation, model) %}
  {% do persist_constraints(target_relation, model) %}

  {{ run_hooks(tablestore.every_hook(post_hooks, at_end=true)) }}

  {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}

{# Drops what CREATE OR REPLACE TABLE cannot replace: a view, or a table of another format. #}
{% macro tablestore_clear_way(existing) %}
  {%- set format = tablestore_file_format() -%}
  {%- if existing is not none and not (
      existing.is_table and existing.table_format == format and format in ['delta', 'iceberg']
  ) -%}
    {% do adapter.drop_relation(existing) %}
  {%- endif -%}
{% endmacro %}
