{#
  What this run does to the stored rows, as a `Refresh` of the adapter: its kind, reason, query and views. See
  `tablestore_view_rebuild` for `todo`, and `tablestore_view_operators` for `operators`.
#}
{% macro tablestore_view_refresh(view, options, table, inputs, todo, last, operators) %}
  {% set policy = options.refresh_policy %}
  {% if policy == 'incremental_strict' and view.result.reason %}
    {% do tablestore.fail("model '" ~ model.name
        ~ "' has refresh_policy 'incremental_strict' and cannot be refreshed incrementally", [view.result.reason]) %}
  {% elif todo.rebuild %}
    {{ return(adapter.refreshes().corrected(view, table | string, inputs, todo.rebuild) if todo.continues
        else adapter.refreshes().rebuilt(view, inputs, todo.rebuild)) }}
  {% endif %}
  {% set changed = inputs.values() | selectattr('changes') | list + inputs.values() | selectattr('reason') | list %}
  {% if not changed and not view.has_moved and (not view.result.reason or view.different) and policy != 'full' %}
    {{ return(adapter.refreshes().unchanged(view.result.empty_batch(table | string) if todo.alters else none)) }}
  {% endif %}
  {% set refresh = adapter.refreshes().computed(view, table | string, inputs, policy, last.properties, operators,
      tablestore_group_tables(table, last)) %}
  {% if refresh.kind == 'full' and policy == 'incremental_strict' %}
    {% do adapter.session().forget(refresh.views) %}
    {% do tablestore_fail_strictly([refresh.reason]) %}
  {% elif refresh.kind == 'full' and policy == 'incremental' %}
    {% do tablestore.warn("model '" ~ model.name ~ "' needs a full refresh: " ~ refresh.reason) %}
  {% endif %}
  {% if todo.alters and not refresh.query %}
    {# the changed configuration is recorded by a commit, which has no rows here #}
    {% do adapter.session().forget(refresh.views) %}
    {{ return(adapter.refreshes().unchanged(view.result.empty_batch(table | string))) }}
  {% endif %}
  {{ return(refresh) }}
{% endmacro %}
