{#
  Claims the commit that this run has staged, so that no other run makes it. First the catalog grants the claim to one run,
  then the table is read again: a claim of a commit that is sealed already is worth nothing, and is dropped. Returns

    statements  those that ran
    commit      the commit with the snapshot of the table
    again       whether another program has compacted the table since this run has read it, or another run has applied the commit
#}
{% macro _claim(plan, relation, last, commit) %}
  {% set claim = tablestore._claim_relation(relation, last) %}
  {% set statements = [tablestore.claim_statement(plan, commit)] %}
  {% do tablestore._run(statements) %}
  {% set owner = tablestore._table_properties(claim) %}
  {% if owner.get('tablestore.staged') != commit.properties['tablestore.staged'] %}
    {% do tablestore._run(tablestore.discard_statements(plan)) %}
    {% do tablestore._fail(relation | string, ['another run (' ~ tablestore._run_of(owner) ~ ') is writing it; this run wrote nothing to it',
        'run the model again when that run has ended; if it was killed, the next run completes its commit']) %}
  {% endif %}
  {% do adapter.cache_added(claim.incorporate(type='table')) %}
  {% set now = tablestore._last_commit(relation, last.epoch is not none or tablestore._exists_now(relation)) %}
  {# another run can have completed this commit since it was claimed; then all statements of it are executed again #}
  {% if now.properties.get('tablestore.staged') != commit.properties['tablestore.staged'] and (now.epoch, now.number) != (last.epoch, last.number) %}
    {% do tablestore._run(tablestore.discard_statements(plan) + tablestore.release_statements(plan, dict(commit, claims=commit.claims[:1]))) %}
    {% do tablestore._fail_as_changed(relation, now) %}
  {% endif %}
  {{ return({'statements': statements, 'commit': dict(commit, snapshot=now.snapshot), 'again': now.snapshot != last.snapshot}) }}
{% endmacro %}
