{#
  Merges a batch into a table as one commit, and returns {counts, statements}: what it did, and the statements that ran.

    fold, decide   what the batch does to each key, compared with the snapshot of the table that the run has pinned
    check          fail if there are rows that cannot be merged; nothing was written
    write          the rows and the changes, aside
    switch         one statement makes them part of the table, or fails because another run has made a commit
    publish        the changelog, the history, and the seal that lets readers of changes see the commit

  A run that is stopped before the switch has changed nothing. One that is stopped after it has changed everything; what it
  has not published, the next run publishes, see `_settled`.

    batch  {query, offsets, reads, states, properties, replaces, decided}: the SELECT; up to which commit it reads the changes of other
           tables; those tables, if the SELECT does not name them; how long its states are kept, as text; what else the commit
           records; the view that the table replaces; and a macro for what is known later
#}
{% macro commit_batch(plan, node, relation, last, rebuild, batch, began) %}
  {% set last = tablestore._with_serial_of_versions(relation, last) if rebuild and last.exists else last %}
  {% do tablestore._upgrade(plan, last) if not rebuild %}
  {% set log_columns = tablestore._sync_changelog(plan, relation, last, rebuild) %}
  {% set id, in_memory = tablestore._commit_id(relation, last.serial + 1), tablestore._keeps_rows_in_memory() %}
  {% set plan = tablestore._of_commit(plan, relation, id, log_columns, rebuild, in_memory) %}
  {% set commit = tablestore._next_commit(plan, relation, last, rebuild, log_columns is none, batch.offsets, batch.states, id) %}
  {% do commit.properties.update(batch.properties) %}
  {% set plan = tablestore._with_time_of_commit(plan, commit) %}
  {% for view in [plan.folded_view, plan.commit_table, plan.changelog.input_table if plan.changelog] if view and in_memory and view not in plan.kept_tables %}
    {% do adapter.session().release_at_end(view) %}
  {% endfor %}
  {% set folding = tablestore.fold_statements(plan, batch.query, commit) %}
  {% do tablestore._run(folding) %}
  {% set plan = tablestore._with_key_ranges(plan, commit) %}
  {% if tablestore._records_nothing(plan, commit, last) %}
    {{ return(tablestore._without_commit(plan, node, commit, folding)) }}
  {% endif %}
  {% set plan = tablestore._with_deciding_merge(plan, relation, commit) %}
  {% set deciding = tablestore.decide_statements(plan, batch.query, commit) %}
  {% do tablestore._run(deciding) %}
  {% set counts = tablestore._check_decided(plan, relation, commit, began) %}
  {% do tablestore._assert_same_epochs(plan, batch.query, batch.reads) %}
  {% do commit.properties.update({'tablestore.counts': tojson(tablestore._recorded_counts(counts), sort_keys=true)}) %}
  {% do commit.properties.update(batch.decided(batch) if batch.decided else {}) %}
  {% set writing = tablestore.write_statements(plan, commit, counts) %}
  {% set switching = tablestore.switch_statements(plan, commit, counts) %}
  {% do tablestore._reset_with_model(writing) %}
  {% do tablestore._run(writing) %}
  {% if batch.replaces %}
    {% do adapter.drop_relation(batch.replaces) %}
  {% endif %}
  {% set commit = tablestore._switched(plan, relation, commit, switching) %}
  {% set counts = tablestore._counts_after(plan, commit, counts) if plan.merge_decides else counts %}
  {% do commit.properties.update({'tablestore.counts': tojson(tablestore._recorded_counts(counts), sort_keys=true)}) %}
  {% set publishing = tablestore._publish(node, relation, plan, commit) %}
  {% do tablestore._cache_side_tables(plan, relation, commit) %}
  {% set maintaining = tablestore._trim_changelog(plan, node, commit) + tablestore._maintain(plan, relation, last, commit) if publishing else [] %}
  {{ return({'counts': counts, 'statements': folding + deciding + [tablestore._counting_query(plan)] + writing + switching + publishing + maintaining}) }}
{% endmacro %}
