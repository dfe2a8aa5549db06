{#
  dbt run-operation show_merge_sql --args '{model: orders}'

  Prints the SQL of the model's next commit: the text that a run writes to target/run. Runs nothing but DESCRIBE and
  SHOW.
#}
{% macro show_merge_sql(model=none) %}
  {% do tablestore._check_arguments('show_merge_sql', '{model: orders}', needed={'model': model}, unknown=kwargs) %}
  {% set node = tablestore._model_named('show_merge_sql', model) %}
  {% do tablestore.fail('show_merge_sql', tablestore._not_keyed_problems(node)) %}
  {% set relation = tablestore._model_relation(node) %}
  {% set existing = load_relation(relation) %}
  {% set last = tablestore.last_commit(relation, existing) %}
  {% set side_schema = tablestore._next_side_schema(last, not existing) %}
  {% set select = tablestore._compiled_select('show_merge_sql', node, relation, side_schema) %}
  {% set columns = tablestore._describe_table(relation) if existing else [] %}
  {% set settings = tablestore._keyed_settings(node) %}
  {% set settings = dict(settings, arrival=tablestore._batch_arrival(select.sql, settings)) %}
  {% set plan = tablestore.merge_plan(settings, relation, select.columns, columns, last.column_types, side_schema) %}
  {% do tablestore._assert_continues(plan, last) if existing %}
  {% set plan = dict(plan, expiry=dict(plan.expiry, since=last.ttl_since)) if plan.expiry else plan %}
  {# one of each, so that every statement of a commit is shown #}
  {% set counts = {}.fromkeys(tablestore._history_counts() + ['rows_merged', 'rows_added'], 1) %}
  {% set plan = tablestore._with_horizon(plan, last) if plan.versions else plan %}
  {% set id, rebuild = tablestore._commit_id(relation, last.serial + 1), not existing %}
  {% set plan = tablestore._with_waiting_changes(plan, last) if existing and plan.changelog else plan %}
  {% set starts = rebuild or (not tablestore._continues_changelog(last, plan.changelog.kind) if plan.changelog
      else last.producer != 'none') %}
  {% set in_memory = tablestore._adapter_keeps_rows() %}
  {% set plan = tablestore._of_commit(plan, relation, id, none if starts else [], rebuild, in_memory) %}
  {% set offsets = tablestore._offsets(plan, select.sql, last.offsets) %}
  {% set states = tablestore.log_states(plan.model, plan.options, plan.ttl_source, select.sql) %}
  {% set commit = tablestore._next_commit(plan, relation, last, rebuild, starts, offsets, states, id) %}
  {% set plan = tablestore._with_time_of_commit(plan, commit) if plan.expiry or plan.options.system_time else plan %}
  {% set plan = dict(plan, deletes=dict(plan.deletes, stored=not rebuild)) if plan.deletes else plan %}
  {% set plan = tablestore._with_size(plan, relation, commit) if existing is not none else plan %}
  {% set plan = dict(plan, merge_decides=counts if tablestore._merge_may_decide(plan, commit) else none) %}
  {% do commit.properties.update(tablestore._recorded_counts_property(counts)) %}
  {% set commit = dict(commit, version='...') %}
  {% do print(tablestore.script(tablestore.fold_statements(plan, select.sql, commit)
      + tablestore.decide_statements(plan, select.sql, commit)
      + [tablestore.counting_query(plan, folded=plan.merge_decides is not none)]
      + tablestore.write_statements(plan, commit, counts) + tablestore.switch_statements(plan, commit, counts)
      + tablestore.publish_statements(plan, commit))) %}
{% endmacro %}
