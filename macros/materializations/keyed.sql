{#
  A keyed table: the SELECT is a batch of changes, the table is their merge. One run is one commit.

    roll forward  a commit an earlier run decided and did not finish
    stage         what this commit will do, as one table: from here the commit is decided
    check         the rows that cannot be merged; one such row ends the run with the table untouched
    log           the changes, where the model keeps a changelog
    apply         the staged rows, which are absolute values: twice equals once
    mark          the table with the commit's number, and with the changes of other tables it has read
#}
{% materialization keyed, adapter='spark' %}
  {% set existing = load_relation(this) %}
  {{ run_hooks(pre_hooks) }}
  {% if existing and existing.is_view %}
    {% do adapter.drop_relation(existing) %}
    {% set existing = none %}
  {% endif %}

  {% set state = tablestore._table_state(this, existing) %}
  {% do tablestore._roll_forward(model, this, state) %}

  {% set query = tablestore._batch_query(this, compiled_code) %}
  {% set rebuild = not existing or should_full_refresh() %}
  {% set columns = [] if rebuild else tablestore._relation_columns(this) %}
  {% set plan = tablestore.merge_plan(model, this, tablestore._query_columns(query), columns) %}
  {% do tablestore._assert_plan(plan, model, query) %}
  {% if not rebuild %}
    {% do tablestore._assert_continues(plan, state) %}
    {% set plan = tablestore._sync_schema(plan, model, this, query) %}
    {% do tablestore._adopt(plan, this, state) %}
    {% do tablestore._sync_expiry(plan, state) %}
  {% endif %}
  {% do tablestore._assert_contract(plan, query) %}
  {% do tablestore._log_needless(plan) %}
  {% do tablestore._log_states(plan, query) %}

  {% set offsets = tablestore._offsets(plan, query, {} if rebuild else state.offsets) %}
  {% set starts = tablestore._sync_log(plan, this, state, rebuild) %}
  {% set commit = tablestore._next_commit(plan, this, state, rebuild, starts, offsets) %}
  {% do tablestore._run(tablestore.stage_statements(plan, query, commit)) %}
  {% set counts = tablestore._check(plan) %}
  {% do tablestore._run(tablestore.finish_statements(plan, counts, commit)) %}
  {% do tablestore._trim_log(plan, model, this, commit) %}
  {% do write(tablestore._script(plan, query, counts, commit)) %}

  {% if rebuild %}
    {% do persist_constraints(this, model) %}
  {% endif %}
  {% do apply_grants(this, config.get('grants'), should_revoke(existing, should_full_refresh())) %}
  {% do persist_docs(this, model) %}
  {% do tablestore._drop_batch(this) %}
  {{ run_hooks(post_hooks) }}
  {{ return({'relations': [this]}) }}
{% endmaterialization %}
