{#
  Merges a batch into a table as one commit, and returns {counts, statements}: what it did, and the statements that ran.

    fold, decide   what the batch does to each key, compared with the snapshot of the table that the run has pinned
    check          fail if there are rows that cannot be merged; nothing was written
    write          the rows and the changes, aside
    switch         one statement makes them part of the table, or fails because another run has made a commit
    publish        the changelog, the history, and the seal that lets readers of changes see the commit

  A run that is stopped before the switch has changed nothing. One that is stopped after it has changed everything; what
  it has not published, the next run publishes, see `settled_commit`.

    batch  {query, offsets, reads, states, properties, replaces, decided}: the SELECT; up to which commit it reads the
           changes of other tables; those tables, if the SELECT does not name them; how long its states are kept, as
           text; what else the commit records; the view that the table replaces; and a macro for what is known later
#}
{% macro commit_batch(plan, node, relation, last, rebuild, batch, began) %}
  {% set last = tablestore._with_serial_of_versions(relation, last) if rebuild and last.exists else last %}
  {% do tablestore._upgrade(plan, last) if plan.table_format.version_property and not rebuild %}
  {% set log_columns = tablestore._sync_changelog(plan, last) if plan.changelog and not rebuild else none %}
  {% set id, in_memory = tablestore._commit_id(relation, last.serial + 1), tablestore._adapter_keeps_rows() %}
  {% set plan = tablestore._of_commit(plan, relation, id, log_columns, rebuild, in_memory) %}
  {% set commit = tablestore._next_commit(plan, relation, last, rebuild, log_columns is none, batch.offsets,
      batch.states, id) %}
  {% do commit.properties.update(batch.properties) %}
  {% do commit.properties.update(tablestore._files_property(batch.query)) if 'tablestore.files ' in batch.query %}
  {% set plan = tablestore._with_time_of_commit(plan, commit) if plan.expiry or plan.options.system_time else plan %}
  {% set plan = tablestore._with_ranges_of_versions(plan, batch.query, commit) if plan.versions else plan %}
  {% set folding = tablestore.fold_statements(plan, batch.query, commit) %}
  {% do tablestore._run(folding, releases=plan.kept_views) %}
  {% set plan = plan if rebuild else tablestore._with_key_ranges(plan) %}
  {% if plan.batch_is_empty and tablestore._records_nothing(plan, commit, last) %}
    {{ return(tablestore._without_commit(plan, node, commit, folding, batch.query)) }}
  {% endif %}
  {% set plan = plan if rebuild or plan.batch_is_empty else tablestore._with_deciding_merge(plan, relation, commit) %}
  {% set plan = tablestore._with_deletes(plan, commit) if plan.deletes else plan %}
  {% set deciding = tablestore.decide_statements(plan, batch.query, commit) %}
  {% do tablestore._run(deciding) if deciding %}
  {% set counting = plan.counting or tablestore.counting_query(plan) %}
  {% set counts = tablestore._check_decided(plan, node, relation, commit, began, counting, batch.query) %}
  {% do tablestore._assert_same_epochs(plan, batch.query, batch.reads) %}
  {% do commit.properties.update(tablestore._recorded_counts_property(counts)) %}
  {% do commit.properties.update(batch.decided(batch) if batch.decided else {}) %}
  {% set writing = tablestore.write_statements(plan, commit, counts) %}
  {% set switching = tablestore.switch_statements(plan, commit, counts) %}
  {% do tablestore._run(writing, resets=true) if writing %}
  {% do tablestore._adapter_drop(batch.replaces) if batch.replaces %}
  {% set commit = tablestore._switched(plan, relation, commit, switching) %}
  {% set counts = tablestore._counts_after_merge(plan, commit, counts) if plan.merge_decides else counts %}
  {% do commit.properties.update(tablestore._recorded_counts_property(counts)) %}
  {% set publishing = tablestore._publish(node, relation, plan, commit) %}
  {% do tablestore._cache_side_tables(plan, relation, commit) %}
  {% set maintaining = tablestore._maintain(plan, node, relation, last, commit) if publishing else [] %}
  {% set statements = folding + deciding + [counting] + writing + switching + publishing + maintaining %}
  {{ return({'counts': counts, 'statements': statements}) }}
{% endmacro %}

{#
  The last commit with the serial of what is or was in the table: a rebuild does not publish the commit of a killed run,
  and Delta would skip a rebuild with a serial that it has had.
#}
{% macro _with_serial_of_versions(relation, last) %}
  {% set newest = none if 'current-snapshot-id' in last.properties or not last.epoch
      else tablestore._adapter_last_version(relation)[0].version | int %}
  {# the seal of a commit is the version after it #}
  {{ return(last if newest is none or (last.version and newest == last.version | int + 1)
      else dict(last, serial=[last.serial, tablestore._serial_taken(relation, last)] | max)) }}
{% endmacro %}

{# Gives an existing table the later version of its format that the model asks for. No file is written. #}
{% macro _upgrade(plan, last) %}
  {% set name = plan.table_format.version_property %}
  {% set wanted, stored = plan.layout.properties.get(name, '0'), last.properties.get(name, '0') %}
  {% if name and stored | int and stored | int < wanted | int %}
    {% do log(plan.model ~ ': its table had format version ' ~ stored ~ ' and has ' ~ wanted, info=true) %}
    {% do tablestore._run([tablestore._property_statement(plan, {name: wanted | string}, 'alter')]) %}
  {% endif %}
{% endmacro %}

{#
  Whether the commit of a batch without rows would change nothing: the last commit has recorded the same about the
  table, its changelog, and what it has read. Such a run makes no commit. Where the changes of several commits are
  compacted together, it makes one, because commits are counted, and so it does after another program has touched the
  table, which is settled by that.
#}
{% macro _records_nothing(plan, commit, last) %}
  {% set log = plan.changelog %}
  {% if not commit.has_history or (log and (commit.starts_changelog or log.pending_table))
      or last.properties.get('tablestore.seen-version') | int %}
    {{ return(false) }}
  {% endif %}
  {% set of_one_run = [
    'tablestore.commit', 'tablestore.serial', 'tablestore.run', 'tablestore.kept', 'tablestore.counts',
    'tablestore.refresh', 'tablestore.refreshes', 'tablestore.compacted', 'tablestore.compacted-at',
    'tablestore.committed-at', 'tablestore.made-at', 'tablestore.invocation-id', 'tablestore.files',
    'tablestore.read-version', 'tablestore.starts-changelog', 'tablestore.maintained',
  ] + (['tablestore.changelog-start'] if not log else []) %}
  {% for name, value in commit.properties.items()
      if name not in of_one_run and value | string != last.properties.get(name) | string %}
    {{ return(false) }}
  {% endfor %}
  {{ return(true) }}
{% endmacro %}

{#
  What a run does that makes no commit, see `_records_nothing`: it drops the tables of its batch, deletes changes that
  have become too old, and reports no changes.
#}
{% macro _without_commit(plan, node, commit, folding, query) %}
  {% set dropping, counts = [], {} %}
  {% do tablestore._rows_skipped(plan, query) if 'tablestore.skipped ' in query %}
  {% set used = [plan.folded_rows, plan.changelog.input_table if plan.changelog,
      plan.versions.rows if plan.versions] %}
  {% for table in plan.kept_tables if table in used %}
    {% do dropping.append(tablestore._drop_statement(plan.table_format, table)) %}
  {% endfor %}
  {% for name in tablestore._history_counts() %}
    {% do counts.update({name: 0}) %}
  {% endfor %}
  {% do tablestore._run(dropping) %}
  {% set trimming = tablestore._maintain_changelog(plan, node, commit) if plan.changelog else [] %}
  {{ return({'counts': tablestore._report_counts(plan, counts), 'statements': folding + dropping + trimming}) }}
{% endmacro %}

{#
  The plan with the ranges of the keys in the folded batch, unless that is the whole table. The keys of a small batch
  are read, of a large one only their ranges; those of the events are known when there are versions. Keys are read as
  text, so they are compared here only if their text has the order of their values.
#}
{% macro _with_key_ranges(plan) %}
  {% if plan.options.input == 'full' and tablestore.has_all_rows() %}
    {{ return(plan) }}
  {% endif %}
  {% set query, facts = tablestore._keys_query(plan), {'step': 'fold', 'reads': plan.kept_tables} %}
  {% set keys = tablestore.query_rows(dict(facts, sql=query.sql)) %}
  {% set is_large = keys | length > query.limit %}
  {% set parts = tablestore.query_rows(dict(facts, step='ranges', sql=tablestore.key_range_query(plan)))
      if is_large and not plan.versions else none %}
  {% set ranges = plan.versions.key_ranges if is_large and plan.versions
      else tablestore._key_ranges(plan, keys, parts) %}
  {{ return(dict(plan, batch_is_empty=keys | length == 0, key_ranges=ranges)) }}
{% endmacro %}

{#
  Counts what a decided commit changes and what its query has skipped, which it writes to the tables for that. Fails if
  a row cannot be merged; such rows are in a table of the run. If a MERGE decides, only the batch is counted.
#}
{% macro _check_decided(plan, node, relation, commit, began, counting, query) %}
  {% do tablestore._forget_failed_batch(plan, node, commit, query) if plan.deletes or 'tablestore.skipped ' in query %}
  {% set counts = plan.merge_decides or tablestore._reported_counts(plan, counting) %}
  {% do tablestore._refuse(plan, relation, commit) if counts.rows_refused %}
  {% set guarded = plan.options.fuse or plan.options.input == 'full' %}
  {% do tablestore._assert_fuse(plan, counts) if guarded and not commit.rebuild %}
  {% do tablestore._assert_same_files(plan, query) if 'tablestore.files ' in query %}
  {% set skipped = tablestore._rows_skipped(plan, query) if 'tablestore.skipped ' in query else 0 %}
  {% do tablestore._run(tablestore.errors_statements(plan, query, commit)) if skipped %}
  {% set elapsed = tablestore._clock_now() - began %}
  {{ return(dict(counts, duration_ms=(elapsed.total_seconds() * 1000) | int, rows_skipped=skipped)) }}
{% endmacro %}

{# Fails because of rows that cannot be merged. #}
{% macro _refuse(plan, relation, commit) %}
  {% set problems, suffix = [], '__commit_' ~ commit.properties['tablestore.run'] %}
  {% for row in tablestore.query_rows({'step': 'count', 'reads': plan.kept_tables,
      'sql': tablestore.refused_query(plan)}) %}
    {% set rows = tablestore._counted(row.rows, 'row') %}
    {% do problems.append(row.refused ~ ': ' ~ (rows if row.rows == row['keys']
        else tablestore._counted(row['keys'], 'key') ~ ' (' ~ rows ~ ')') ~ ', for example ' ~ row.example) %}
  {% endfor %}
  {% set shown = tablestore.side_table(relation, suffix, plan.side_schema) | string %}
  {% if shown not in plan.kept_tables %}
    {% set rows = 'select * from ' ~ plan.commit_table %}
    {% do tablestore._run([tablestore._kept_rows(dict(plan, kept_tables=[shown]), shown, rows, commit, 'count')]) %}
  {% endif %}
  {% do problems.append('to see one row of each key, with the number of its rows in _rows: select * from ' ~ shown
      ~ ' where _refused is not null') %}
  {% do tablestore.fail("model '" ~ plan.model ~ "' returned rows that cannot be merged; no row was written",
      problems) %}
{% endmacro %}

{#
  How many rows the streams of a query have left out by choice, which `from_changelog` and `cdc` say in an annotation.
  They are logged.
#}
{% macro _rows_skipped(plan, query) %}
  {% set total = namespace(rows=0) %}
  {% for stream in tablestore._annotations('skipped', query) %}
    {% set rows = tablestore.query_rows(stream['count'])[0].rows_skipped | int %}
    {% set total.rows = total.rows + rows %}
    {% do log(plan.model ~ ': ' ~ stream.subject ~ ' has skipped ' ~ rows, info=true) if rows %}
  {% endfor %}
  {{ return(total.rows) }}
{% endmacro %}
