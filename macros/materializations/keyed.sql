{#
  A keyed table: the SELECT returns a batch of changes, and the table has the result of merging all batches. A run is
  one commit, see `commit_batch`. Before it, the run publishes the commit of an earlier run that was stopped.
#}
{% materialization keyed, adapter='spark' %}
  {% set sends = tablestore._adapter_sends() %}
  {% do tablestore._assert_sent_once(model.name, sends) if sends.threads > 1 or sends.retries %}
  {% do tablestore._assert_language(model) if model.language == 'python' %}
  {% set began, existing = tablestore._clock_now(), load_relation(this) %}
  {% set view = existing if existing and (existing.is_view or existing.is_materialized_view) else none %}
  {% set existing = none if view else existing %}
  {{ run_hooks(tablestore.every_hook(pre_hooks) if pre_hooks else []) }}
  {# `rebuilds_table` asks it too: a run that rebuilds nothing is done with dbt's own answer #}
  {% set rebuild = not existing or (should_full_refresh() and tablestore.rebuilds_table()) %}
  {% set last = tablestore.settled_commit(model, this, existing, rebuild) %}

  {% set settings, python = tablestore._keyed_settings(model), model.language == 'python' %}
  {% set query = 'select * from ' ~ tablestore._batch_table(this, tablestore._next_side_schema(last, rebuild)) if python
      else compiled_code %}
  {% do settings.problems.extend(tablestore._semicolon_problems(compiled_code))
      if ';' in compiled_code and not python %}
  {% do tablestore._adapter_run_header(settings.sql_header) if settings.sql_header and not python %}
  {% do tablestore._find_messages(tablestore._annotations('kafka', query) | map(attribute='view') | list)
      if 'tablestore.kafka ' in query %}
  {% set ready = tablestore._prepared(settings, model, this, last, rebuild, query) %}
  {% set batch = {'query': query, 'states': ready.states, 'offsets': ready.offsets, 'reads': none, 'properties': {},
      'replaces': view, 'decided': none} %}
  {% set done = tablestore.commit_batch(ready.plan, model, this, ready.last, rebuild, batch, began) %}
  {% do write(tablestore.script(done.statements)) %}

  {% if not sends.is_plain %}
    {% do persist_constraints(this, model) if rebuild else tablestore_complete_constraints(this) %}
  {% endif %}
  {% do apply_grants(this, settings.grants, should_revoke(existing, rebuild)) %}
  {% do persist_docs(this, model) %}
  {% do tablestore._batch_drop(ready.plan, this) if python %}
  {{ run_hooks(tablestore.every_hook(post_hooks, at_end=true) if post_hooks else []) }}
  {{ return({'relations': [this]}) }}
{% endmaterialization %}

{#
  Refuses what could execute a statement of a commit twice, or with the settings of another model. The method
  `session` of dbt-spark has one session for all threads, whose settings identify a write, and a Thrift server can have
  one. After a lost connection, dbt-spark sends a statement again, although the server may continue with it.

    sends  see `_adapter_sends`
#}
{% macro _assert_sent_once(name, sends) %}
  {% set problems = [] %}
  {% if sends.threads > 1 and sends.method == 'thrift' %}
    {% do problems.append('the server has one session for the ' ~ sends.threads ~ ' threads of this run, whose settings'
        ~ ' identify a commit: start it with spark.sql.hive.thriftServer.singleSession=false, or write threads: 1 in'
        ~ ' the profile') %}
  {% elif sends.threads > 1 %}
    {% do problems.append('the ' ~ sends.threads ~ ' threads of this run share one Spark session, whose settings'
        ~ ' identify a commit (dbt-spark, method: session): write threads: 1 in the profile, or dbt run --threads 1;'
        ~ ' with type: tablestore, each thread has a session of its own') %}
  {% endif %}
  {% if sends.retries %}
    {% do problems.append('dbt-spark sends a statement again after a lost connection (query_retries: ' ~ sends.retries
        ~ '), and the server may have executed it: write query_retries: 0 in the profile') %}
  {% endif %}
  {% do tablestore.fail("model '" ~ name ~ "'; nothing was written", problems) %}
{% endmacro %}
