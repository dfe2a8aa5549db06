{#
  A table with the result of the query, which each run brings up to date, and a view of its columns. A refresh is one
  commit of the table, like a run of a keyed model.
#}
{% materialization materialized_view, adapter='tablestore' %}
  {% set began, existing = adapter.refreshes().begin(), load_cached_relation(this) %}
  {% set table, options = tablestore.rows_of_view(this), tablestore.view_options(model) %}
  {% do tablestore.assert_no_side_table(this) %}
  {% do adapter.folder().lock(table) %}
  {{ run_hooks(tablestore.every_hook(pre_hooks)) }}
  {% set stored = load_relation(table) %}
  {% set last = tablestore.settled_commit(model, table, stored, should_full_refresh()) %}
  {% do tablestore.assert_own_rows(model, table, stored, last) %}
  {% do get_assert_columns_equivalent(adapter.views().spark_query(compiled_code)) if config.get('contract').enforced %}
  {% if adapter.views().is_certain(tablestore_view_is_unchanged, options, existing, last) %}
    {% do store_result('main', response=adapter.refreshes().response(adapter.refreshes().unchanged(), {}, began),
        agate_table=none) %}
    {{ return(tablestore_view_done(existing, table, fromjson(last.properties['tablestore.view']).filtered)) }}
  {% endif %}
  {% set query = adapter.views().spark_query(compiled_code) %}
  {% do adapter.session().ask_once(true) %}
  {% set answers = adapter.views().answers(compiled_code, {} if should_full_refresh() else last.properties) %}
  {% set columns = answers.columns_of(query, tablestore.query_columns) %}
  {% do tablestore_assert_names(columns) %}
  {% set planned = adapter.views().planned(compiled_code, columns, options.state_ttl > 0, model,
      options.primary_key, answers) %}
  {% set planned = adapter.views().at_a_refresh(planned, last.properties) %}
  {% set view = adapter.views().as_recorded(planned, fromjson(last.properties.get('tablestore.view', '{}'))) %}
  {% do tablestore_assert_view_plan(view, options, columns) if options.compiled_plan %}
  {% set todo = tablestore_view_rebuild(view, options, stored, existing, last) %}
  {% if todo.skips %}
    {% do materialized_view_execute_no_op(this) %}
    {{ return(tablestore_view_done(existing)) }}
  {% endif %}
  {% set computing = adapter.refreshes().begin() %}
  {% set inputs = tablestore_view_inputs(view, none if todo.rebuild else last) %}
  {% do adapter.session().ask_once(false) %}
  {% set proven = tablestore_proven_view(planned, view, todo, inputs, columns) %}
  {% set view, todo, continues = proven.view, proven.todo, false %}
  {% do tablestore.assert_own_views(model, this, last, todo.rebuild) %}
  {% if todo.rebuild %}
    {# how long the proof takes says nothing about a refresh #}
    {% set computing = adapter.refreshes().begin() %}
    {% set continues = todo.continues and tablestore_stores_the_same(view, table, inputs, last) %}
  {% endif %}
  {% set rebuild = none if continues else todo.rebuild %}
  {% set operators = {} if todo.rebuild else tablestore_view_operators(view, options, inputs, last) %}
  {% set refresh = tablestore_view_refresh(view, options, table, inputs, dict(todo, continues=continues), last,
      operators) %}
  {% set given = {'options': options, 'table': table, 'inputs': inputs, 'columns': columns, 'answers': answers,
      'began': began} %}
  {% set counts = tablestore_commit_view(view, given, refresh, rebuild, last, computing) if refresh.query else {} %}
  {% if rebuild or existing is none or existing.type != 'materialized_view' or config.persist_column_docs()
      or config.persist_relation_docs() or not tablestore_has_views_of_changes(this, last.side_schema)
      or last.properties.get('tablestore.created-texts') != tablestore_view_texts(view, table) %}
    {% do tablestore_create_views(view, table, existing) %}
  {% endif %}
  {% do tablestore_tell_later_runs(view, inputs, options.refresh_policy) if todo.rebuild %}
  {% set verified = tablestore_verified_refresh(view, planned, given) if refresh.query and not rebuild else none %}
  {% do store_result('main', response=adapter.refreshes().response(refresh, counts, began, computing, verified),
      agate_table=none) %}
  {% do adapter.session().forget(refresh.views) %}
  {{ return(tablestore_view_done(existing, table, view.result.filter)) }}
{% endmaterialization %}

{#
  What follows a refresh; returns the result of the materialization. Of a `filtered` view, some rows are not shown.

    table  the table with the rows; none if it may lack columns of the contract, since a changed query is not applied
#}
{% macro tablestore_view_done(existing, table=none, filtered=false) %}
  {% do tablestore_complete_constraints(table, '`_visible`' if filtered else none) if table %}
  {% do apply_grants(this, config.get('grants'), should_revoke(existing, should_full_refresh())) %}
  {{ run_hooks(tablestore.every_hook(post_hooks, at_end=true)) }}
  {{ return({'relations': [this.incorporate(type='materialized_view')]}) }}
{% endmacro %}

{# A view cannot have two columns of one name, nor the names of hidden columns. #}
{% macro tablestore_assert_names(columns) %}
  {% set problems, seen = [], [] %}
  {% for column in columns %}
    {% do problems.append("its result has two columns named '" ~ column.name ~ "': give one of them another alias")
        if column.name | lower in seen %}
    {% do problems.append("column '" ~ column.name ~ "' has a name that the stored rows of a materialized view use: "
        ~ 'give it another alias') if adapter.views().is_hidden(column.name) %}
    {% do seen.append(column.name | lower) %}
  {% endfor %}
  {% do tablestore.fail("model '" ~ model.name ~ "'", problems) %}
{% endmacro %}
