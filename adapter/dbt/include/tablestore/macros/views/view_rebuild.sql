{#
  What this run has to do besides a refresh: {rebuild: why the view is rebuilt, or none; alters: whether a changed
  configuration is recorded; skips: whether it does nothing; continues: whether the table can stay if the columns do}.
  A changed SELECT is a change of the configuration, like those that dbt knows.
#}
{% macro tablestore_view_rebuild(view, options, stored, existing, last) %}
  {% set todo = {'rebuild': none, 'alters': false, 'skips': false, 'continues': false} %}
  {% if not stored or not existing %}
    {{ return(dict(todo, rebuild='first run')) }}
  {% elif existing.type != 'materialized_view' or should_full_refresh() %}
    {% do log('Applying REPLACE to: ' ~ this) %}
    {% set why = '--full-refresh' if existing.type == 'materialized_view' else 'it was a ' ~ existing.type %}
    {{ return(dict(todo, rebuild=why)) }}
  {% endif %}
  {% if last.touched %}
    {{ return(dict(todo, rebuild='its table ' ~ last.touched.what)) }}
  {% elif last.ttl is not none %}
    {# its readers lack rows that have expired, and read all of them again when it is rebuilt #}
    {{ return(dict(todo, rebuild='its stored rows no longer expire')) }}
  {% endif %}
  {% set changed = tablestore_view_changed_configuration(view, options, last) %}
  {% set columns = view.changed_columns(last.properties.get('tablestore.view-columns', '')) %}
  {% if columns and not changed | reject('eq', 'columns of its inputs') | list %}
    {{ return(dict(todo, rebuild=columns)) }}
  {% elif not changed %}
    {{ return(todo) }}
  {% endif %}
  {# somebody who upgrades, or whose inputs others change, has changed nothing, and the rows can be wrong #}
  {% set own = changed | reject('in', ['version of the planner', 'columns of its inputs']) | list %}
  {% set mode = options.on_configuration_change | string if own else 'apply' %}
  {% set message = 'Configuration changes were identified and `on_configuration_change` was set to '
      ~ '`' ~ mode ~ '` for `' ~ this ~ '`' %}
  {% if mode == 'fail' %}
    {% do exceptions.raise_fail_fast_error(message) %}
  {% elif mode == 'continue' %}
    {% do tablestore.warn(message) %}
    {{ return(dict(todo, skips=true)) }}
  {% endif %}
  {% set rebuilt = changed | reject('in', ['refresh_policy', 'format_version', 'new states that expire']) | list %}
  {% do log('Applying ' ~ ('REPLACE' if rebuilt else 'ALTER') ~ ' to: ' ~ this) %}
  {% set how = view.changed_query(last.properties.get('tablestore.view-plan', ''))
      if 'query' in rebuilt or 'columns of its inputs' in rebuilt %}
  {% set why = 'changed: ' ~ rebuilt | join(', ') ~ (' (' ~ how ~ ')' if how else '') %}
  {% set continues = not view.limited and not view.operators and not tablestore_needs_another_table(rebuilt) %}
  {{ return(dict(todo, rebuild=why if rebuilt else none, alters=true, continues=continues)) }}
{% endmacro %}

{# Whether one of the configurations that have changed can need a table with another key, layout or view over it. #}
{% macro tablestore_needs_another_table(changed) %}
  {% for name in changed if name not in ['query', 'columns of its inputs', 'primary_key', 'version of the planner']
      and not name.startswith(('time zone ', 'ANSI mode ', 'spark.sql.')) %}
    {{ return(true) }}
  {% endfor %}
  {{ return(false) }}
{% endmacro %}

{#
  Whether a view whose query has changed stores the same columns as before, by the same key. Then its table gets the
  changes between both results, and readers of its changelog go on.
#}
{% macro tablestore_stores_the_same(view, table, inputs, last) %}
  {% set key = view.result.key | map('lower') | sort | list %}
  {% if key != last.primary_key | map('lower') | sort | list %}
    {{ return(false) }}
  {% endif %}
  {% set wanted = tablestore.query_columns(adapter.views().stored(view, inputs)) %}
  {% set found = tablestore.query_columns('select * from ' ~ table) %}
  {{ return(wanted | map(attribute='name') | list == found | map(attribute='name') | list
      and wanted | map(attribute='type') | list == found | map(attribute='type') | list) }}
{% endmacro %}

{# What of the configuration is recorded with the rows of a view. #}
{% macro tablestore_view_configuration(view, options) %}
  {% set states = view.operators | map(attribute='label') | list %}
  {{ return(dict(tablestore_view_options_recorded(options), session=tablestore_view_session(),
      query=view.checksum, text=view.text_checksum, written=view.written, limited=view.limited,
      filtered=view.result.filter is not none,
      **dict({'expiring': states} if states else {}, **({'different': view.different} if view.different else {})))) }}
{% endmacro %}

{#
  The names of configurations that differ from those of the last refresh. Rows that a state had forgotten are missing
  when it no longer expires; where a state begins to expire, nothing is wrong.
#}
{% macro tablestore_view_changed_configuration(view, options, last) %}
  {% set before, changed = fromjson(last.properties.get('tablestore.view', '{}')), [] %}
  {% set now = tablestore_view_configuration(view, options) %}
  {% set others = ['expiring', 'query', 'session', 'text', 'written'] %}
  {% for name, value in now.items() if name not in others and before.get(name) != value %}
    {% do changed.append(name) %}
  {% endfor %}
  {% set session = before.get('session', now.session) %}
  {% for name in dict(session, **now.session) if session.get(name) != now.session.get(name) %}
    {% do changed.append(name ~ ' (' ~ session.get(name, 'not set') ~ ' is now '
      ~ now.session.get(name, 'not set') ~ ')') %}
  {% endfor %}
  {% if not view.computes(before) %}
    {% do changed.append('columns of its inputs' if view.is_of_text(before)
        else 'version of the planner' if before.get('written', now.written) == now.written else 'query') %}
  {% endif %}
  {# the key follows from those of the inputs, of which the text says nothing #}
  {% set key = view.result.key | map('lower') | list %}
  {% do changed.append('key is now ' ~ view.result.key | join(', ')) if view.computes(before)
      and not changed | reject('in', ['refresh_policy', 'format_version']) | list
      and key | sort != last.primary_key | map('lower') | sort | list %}
  {% if before.get('expiring', []) | reject('in', now.get('expiring', [])) | list %}
    {% do changed.append('states that no longer expire') %}
  {% elif before.get('expiring', []) != now.get('expiring', []) %}
    {% do changed.append('new states that expire') %}
  {% endif %}
  {{ return(changed) }}
{% endmacro %}
