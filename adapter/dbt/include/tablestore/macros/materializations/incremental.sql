{% materialization incremental, adapter='tablestore', supported_languages=['sql', 'python'] %}
  {% do tablestore.assert_no_side_table(this) %}
  {% if tablestore.is_keyed(model) %}
    {% do adapter.folder().lock(this) %}
    {% set lost = adapter.folder().why_lost(this) if not load_cached_relation(this)
        and not tablestore.rebuilds_table() %}
    {% do tablestore.warn(lost) if lost %}
    {% do tablestore_finish_type_changes(load_cached_relation(this)) %}
    {% if model.language == 'python' %}
      {% set batch = tablestore.python_batch(model, this, tablestore.rebuilds_table()) %}
      {%- call statement('batch', language='python') -%}
        {{ tablestore_python_write_batch(compiled_code, batch.table, batch.properties) }}
      {%- endcall -%}
    {% endif %}
    {{ return(tablestore.materialization_keyed_spark()) }}
  {% endif %}

  {%- set existing = load_cached_relation(this) -%}
  {%- set target_relation = this.incorporate(type='table') -%}
  {%- set language = model['language'] -%}
  {%- set on_schema_change = incremental_validate_on_schema_change(config.get('on_schema_change'), default='ignore') -%}
  {%- set strategy = tablestore_incremental_strategy() -%}
  {%- set strategy_macro = adapter.get_incremental_strategy_macro(context, strategy) -%}

  {% do tablestore.check_keyed_options(model) %}
  {{ run_hooks(tablestore.every_hook(pre_hooks)) }}

  {% if existing is none or existing.is_view or existing.is_materialized_view or tablestore.rebuilds_table() %}
    {% do tablestore_clear_way(existing) %}
    {%- call statement('main', language=language) -%}
      {{ create_table_as(False, target_relation, compiled_code, language) }}
    {%- endcall -%}
    {% do persist_constraints(target_relation, model) %}
  {% else %}
    {% do tablestore_finish_type_changes(existing) %}
    {% do tablestore_forget_commits(existing) %}
    {%- set batch = tablestore_batch_relation(language) -%}
    {%- call statement('create_tmp_relation', language=language) -%}
      {{ create_table_as(True, batch, compiled_code, language) }}
    {%- endcall -%}
    {%- set columns = process_schema_changes(on_schema_change, batch, existing)
                      or adapter.get_columns_in_relation(existing) -%}
    {% do tablestore_complete_constraints(existing) %}
    {%- call statement('main') -%}
      {{ strategy_macro({
          'target_relation': existing, 'temp_relation': batch, 'unique_key': config.get('unique_key'),
          'dest_columns': columns,
          'incremental_predicates': config.get('predicates') or config.get('incremental_predicates')}) }}
    {%- endcall -%}
    {% if language == 'python' %}{% do adapter.drop_relation(batch) %}{% endif %}
  {% endif %}

  {% do apply_grants(target_relation, config.get('grants'), should_revoke(existing, tablestore.rebuilds_table())) %}
  {% do persist_docs(target_relation, model) %}

  {{ run_hooks(tablestore.every_hook(post_hooks, at_end=true)) }}

  {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}

{#
  The batch: a temporary view of this connection's session, or a table for Python, whose rows are computed once. Runs
  can overlap, so each has its own table. A run that has failed leaves it, and a run of another day drops what is left.
#}
{% macro tablestore_batch_relation(language) %}
  {%- if language == 'sql' -%}
    {{ return(make_temp_relation(this).incorporate(type='view')) }}
  {%- endif -%}
  {%- set beginning, now = this.identifier ~ '__dbt_tmp_', modules.datetime.datetime.now(modules.pytz.utc) -%}
  {%- set day_ago = (now - modules.datetime.timedelta(days=1)).strftime('%Y%m%d%H%M%S') -%}
  {%- set name = modules.re.compile(modules.re.escape(beginning | lower) ~ '(\\d{14})_[0-9a-f]{8}$') -%}
  {%- for row in tablestore.query_rows('show tables in ' ~ this.include(identifier=false)) -%}
    {%- set left = name.match(row.tableName | lower) -%}
    {%- if left and left.group(1) < day_ago -%}
      {%- do adapter.drop_relation(this.incorporate(path={'identifier': row.tableName}, type='table')) -%}
    {%- endif -%}
  {%- endfor -%}
  {%- set own = beginning ~ now.strftime('%Y%m%d%H%M%S') ~ '_' ~ local_md5(invocation_id)[:8] -%}
  {{ return(this.incorporate(path={'identifier': own}, type='table')) }}
{% endmacro %}

{#
  A table that was a keyed table, and is one no longer: what this materialization writes to it is in no changelog, so
  the table must not say that it has one. Its changelog and its history stay.
#}
{% macro tablestore_forget_commits(existing) %}
  {%- if existing is not none and existing.is_table and 'tablestore.epoch' in tablestore.table_properties(existing) -%}
    {%- do run_query('alter table ' ~ existing ~ " unset tblproperties if exists ('tablestore.epoch')") -%}
  {%- endif -%}
{% endmacro %}
