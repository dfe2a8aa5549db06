{#
  A keyed table: the SELECT returns a batch of changes, and the table has the result of merging all batches. A run is one
  commit, see `commit_batch`. Before it, the run publishes the commit of an earlier run that was stopped.
#}
{% materialization keyed, adapter='spark' %}
  {% set began, existing = tablestore._utc_now(), load_relation(this) %}
  {% set view = existing if existing and (existing.is_view or existing.is_materialized_view) else none %}
  {% set existing = none if view else existing %}
  {{ run_hooks(pre_hooks) }}
  {% set rebuild = not existing or should_full_refresh() %}
  {% set last = tablestore._taken_over(model, this, tablestore._last_commit(this, existing), true) if rebuild else tablestore._settled(model, this, existing) %}

  {% set query = tablestore._batch_query(this, compiled_code, tablestore._next_side_schema(last, rebuild)) %}
  {% set settings = tablestore._keyed_settings(model) %}
  {% set plan = tablestore._planned_batch(settings, this, last, rebuild, query) %}
  {% do tablestore._assert_compiled_plan(plan, model, query) %}
  {% do tablestore._assert_own_session(plan) %}
  {% if not rebuild %}
    {% do tablestore._assert_continues(plan, last) %}
    {% set plan = tablestore._sync_schema(plan, settings, this, query) %}
    {% set last = tablestore._adopt(plan, this, last) %}
    {% set plan = tablestore._sync_expiry(plan, last) %}
  {% endif %}
  {% do tablestore._assert_contract(plan, query) %}
  {% do tablestore._log_ignored_options(plan) %}
  {% set batch = {'query': query, 'states': tablestore._log_states(plan, query), 'properties': {},
      'offsets': tablestore._offsets(plan, query, {} if rebuild else last.offsets), 'replaces': view, 'reads': none, 'decided': none} %}
  {% do write(tablestore._script(tablestore.commit_batch(plan, model, this, last, rebuild, batch, began).statements)) %}

  {% if adapter.type() == 'tablestore' %}
    {% do persist_constraints(this, model) if rebuild else tablestore_complete_constraints(this) %}
  {% endif %}
  {% do apply_grants(this, tablestore._model_config(model).grants, should_revoke(existing, should_full_refresh())) %}
  {% do persist_docs(this, model) %}
  {% do tablestore._drop_batch(plan, this) %}
  {{ run_hooks(post_hooks) }}
  {{ return({'relations': [this]}) }}
{% endmaterialization %}
