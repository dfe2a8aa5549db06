{#
  A keyed table: the SELECT returns a batch of changes, and the table has the result of merging all batches. A run is one
  commit:

    roll forward  finish a commit that an earlier run staged and did not seal
    stage         write what this commit will do to a side table; from here on the commit is final
    check         fail if there are rows that cannot be merged; the table is unchanged
    finish        write the changes to the changelog and the rows to the table, add a row to the history, and seal the
                  table with the number of the commit and its offsets in other tables

  Staged rows are absolute values: applying them twice is the same as applying them once.
#}
{% materialization keyed, adapter='spark' %}
  {% set existing = load_relation(this) %}
  {% set view = existing if existing and existing.is_view else none %}
  {% set existing = none if view else existing %}
  {{ run_hooks(pre_hooks) }}
  {% set last = tablestore._last_commit(this, existing) %}
  {% set rebuild = not existing or should_full_refresh() %}
  {% set side_schema = tablestore._next_side_schema(last, rebuild) %}
  {% do tablestore._assert_side_tables(model, this, last, side_schema) %}
  {% set last = tablestore._roll_forward(model, this, last) %}
  {% do tablestore._create_side_schema(this, side_schema) %}

  {% set query = tablestore._batch_query(this, compiled_code, side_schema) %}
  {% set stored = [] if rebuild else tablestore._table_columns(this) %}
  {% set plan = tablestore.merge_plan(model, this, tablestore._query_columns(query), stored, last.column_types, side_schema) %}
  {% do tablestore._assert_compiled_plan(plan, model, query) %}
  {% if not rebuild %}
    {% do tablestore._assert_continues(plan, last) %}
    {% set plan = tablestore._sync_schema(plan, model, this, query) %}
    {% set last = tablestore._adopt(plan, this, last) %}
    {% set plan = tablestore._sync_expiry(plan, last) %}
  {% endif %}
  {% do tablestore._assert_contract(plan, query) %}
  {% do tablestore._log_ignored_options(plan) %}
  {% set states = tablestore._log_states(plan, query) %}

  {% set offsets = tablestore._offsets(plan, query, {} if rebuild else last.offsets) %}
  {% set starts = tablestore._sync_changelog(plan, this, last, rebuild) %}
  {% set commit = tablestore._next_commit(plan, this, last, rebuild, starts, offsets, states) %}
  {% set staging = tablestore.stage_statements(plan, query, commit) %}
  {% do tablestore._run(staging) %}
  {% set counts = tablestore._check_staged(plan) %}
  {% set finishing = tablestore.finish_statements(plan, counts, commit) %}
  {% if view %}
    {% do adapter.drop_relation(view) %}
  {% endif %}
  {% do tablestore._run(finishing) %}
  {% do tablestore._cache_side_tables(plan, this, commit) %}
  {% set trimming = tablestore._trim_changelog(plan, model, commit) %}
  {% do write(tablestore._script(staging + [tablestore.count_query(plan)] + finishing + trimming)) %}

  {% if adapter.type() == 'tablestore' %}
    {% do persist_constraints(this, model) if rebuild else tablestore_complete_constraints(this) %}
  {% endif %}
  {% do apply_grants(this, tablestore._model_config(model).grants, should_revoke(existing, should_full_refresh())) %}
  {% do persist_docs(this, model) %}
  {% do tablestore._drop_batch(plan, this) %}
  {{ run_hooks(post_hooks) }}
  {{ return({'relations': [this]}) }}
{% endmaterialization %}
