{#
  A keyed table: the SELECT returns a batch of changes, and the table has the result of merging all batches. A run is one
  commit:

    recover  finish a commit that an earlier run claimed and did not seal
    stage    write what this commit will do to a table of this run
    check    fail if there are rows that cannot be merged; the table is unchanged
    claim    take the number of the commit, which the catalog grants to one run; from here on the commit is final
    finish   write the changes to the changelog and the rows to the table, add a row to the history, and seal the table with
             the number of the commit and its offsets in other tables
    release  drop the claim

  Staged rows are absolute values: applying them twice is the same as applying them once. A run that goes on after another one
  has finished its commit changes nothing, see `finish_statements`.
#}
{% materialization keyed, adapter='spark' %}
  {% set began, existing = tablestore._utc_now(), load_relation(this) %}
  {% set view = existing if existing and (existing.is_view or existing.is_materialized_view) else none %}
  {% set existing = none if view else existing %}
  {{ run_hooks(pre_hooks) }}
  {% set last = tablestore._last_commit(this, existing) %}
  {% set rebuild = not existing or should_full_refresh() %}
  {% set side_schema = tablestore._next_side_schema(last, rebuild) %}
  {% do tablestore._assert_side_tables(model, this, last, side_schema) %}
  {% set last = tablestore._recover(model, this, last, rebuild) %}
  {% do tablestore._create_side_schema(this, side_schema) %}
  {% do tablestore._drop_left_tables(this, last, adapter.has_lock is defined and adapter.has_lock(this)) %}

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
  {% set log_columns = tablestore._sync_changelog(plan, this, last, rebuild) %}
  {% set id = tablestore._commit_id(this) %}
  {% set plan = tablestore._of_commit(plan, this, id, log_columns, in_memory=tablestore._folds_in_memory()) %}
  {% set commit = tablestore._next_commit(plan, this, last, rebuild, log_columns is none, offsets, states, id) %}
  {% set folding = tablestore._fold(plan, query, commit) %}
  {% set plan = tablestore._with_key_ranges(plan, commit) %}
  {% set staging = tablestore.stage_statements(plan, query, commit) %}
  {% do tablestore._run(staging) %}
  {% set counts = tablestore._check_staged(plan, began) %}
  {% set claim = tablestore._claim(plan, this, last, commit) %}
  {% set finishing = tablestore.finish_statements(plan, counts, claim.commit, claim.again) + tablestore.release_statements(plan, commit) %}
  {% if view %}
    {% do adapter.drop_relation(view) %}
  {% endif %}
  {% do tablestore._run(finishing) %}
  {% do tablestore._cache_side_tables(plan, this, commit) %}
  {% set trimming = tablestore._trim_changelog(plan, model, commit) + tablestore._maintain(plan, last, commit) %}
  {% do write(tablestore._script(folding + staging + [tablestore.count_query(plan)] + claim.statements + finishing + trimming)) %}

  {% if adapter.type() == 'tablestore' %}
    {% do persist_constraints(this, model) if rebuild else tablestore_complete_constraints(this) %}
  {% endif %}
  {% do apply_grants(this, tablestore._model_config(model).grants, should_revoke(existing, should_full_refresh())) %}
  {% do persist_docs(this, model) %}
  {% do tablestore._drop_batch(plan, this) %}
  {{ run_hooks(post_hooks) }}
  {{ return({'relations': [this]}) }}
{% endmaterialization %}
