{#
  What this run has to do besides a refresh: {rebuild: why the view is rebuilt, or none; asked: whether somebody has
  asked for that; alters: whether a changed configuration is recorded; skips: whether it does nothing; continues:
  whether the table can stay if the columns do}. A changed SELECT is a change of the configuration, like those that dbt
  knows.
#}
{% macro tablestore_view_rebuild(view, options, stored, existing, last) %}
  {% set todo = {'rebuild': none, 'asked': true, 'alters': false, 'skips': false, 'continues': false} %}
  {% set todo = dict(todo, **tablestore_view_todo(view, options, stored, existing, last)) %}
  {% do tablestore_fail_strictly([todo.rebuild]) if todo.rebuild and not todo.asked
      and options.refresh_policy == 'incremental_strict' %}
  {{ return(todo) }}
{% endmacro %}

{# What of it differs from a refresh. #}
{% macro tablestore_view_todo(view, options, stored, existing, last) %}
  {% if not stored or not existing %}
    {{ return({'rebuild': 'first run'}) }}
  {% elif existing.type != 'materialized_view' or should_full_refresh() %}
    {% do log('Applying REPLACE to: ' ~ this) %}
    {{ return({'rebuild': '--full-refresh' if existing.type == 'materialized_view' else 'it was a ' ~ existing.type}) }}
  {% endif %}
  {% set before = fromjson(last.properties.get('tablestore.view', '{}')) %}
  {% if not view.computes(before) and not before.partial and not tablestore.has_all_rows() %}
    {% do log(model.name ~ ': its rows are kept as they are: --empty and --sample leave rows out', info=true) %}
    {{ return({'skips': true}) }}
  {% endif %}
  {% set todo = tablestore_view_needs(view, options, last) %}
  {% if not tablestore_applies_changes(todo.own or [], options) %}
    {{ return({'skips': true}) }}
  {% endif %}
  {% do log('Applying ' ~ ('REPLACE' if todo.rebuild else 'ALTER') ~ ' to: ' ~ this) if todo.alters %}
  {{ return(todo) }}
{% endmacro %}

{#
  What of it a view needs that has rows, by its last commit, and `own`: the changes of its configuration that somebody
  has made.
#}
{% macro tablestore_view_needs(view, options, last) %}
  {% set before = fromjson(last.properties.get('tablestore.view', '{}')) %}
  {% set changed = tablestore_view_changed_configuration(view, options, last) %}
  {% if not view.computes(before) and before.partial %}
    {{ return({'rebuild': 'the last run had --empty or --sample', 'alters': true,
        'continues': not last.touched and last.ttl is none and not tablestore_needs_another_table(view, changed)}) }}
  {% elif last.touched %}
    {{ return({'rebuild': 'its table ' ~ last.touched.what, 'asked': false}) }}
  {% elif last.ttl is not none %}
    {# its readers lack rows that have expired, and read all of them again when it is rebuilt #}
    {{ return({'rebuild': 'its stored rows no longer expire', 'asked': false}) }}
  {% endif %}
  {% set columns = view.changed_columns(last.properties.get('tablestore.view-columns', '')) %}
  {% if columns and not changed | rejectattr('what', 'equalto', 'input columns') | list %}
    {{ return({'rebuild': columns, 'asked': false}) }}
  {% elif not changed %}
    {{ return({}) }}
  {% endif %}
  {% set altered = ['refresh_policy', 'format_version', 'new expiring states'] %}
  {% set rebuilt = changed | rejectattr('what', 'in', altered) | list %}
  {% set asked = tablestore_own_changes(rebuilt, view, last) | length > 0 %}
  {% set how = view.changed_query(last.properties.get('tablestore.view-plan', ''))
      if rebuilt | selectattr('what', 'in', ['query', 'input columns']) | list %}
  {% set why = 'changed: ' ~ rebuilt | map(attribute='text') | join(', ') ~ (' (' ~ how ~ ')' if how else '') %}
  {% set continues = not tablestore_needs_another_table(view, rebuilt) %}
  {% set own = tablestore_own_changes(changed, view, last) %}
  {{ return({'rebuild': why, 'asked': asked, 'alters': true, 'continues': continues, 'own': own} if rebuilt
      else {'rebuild': columns or none, 'asked': false, 'alters': true, 'own': own}) }}
{% endmacro %}

{#
  Those of some changes of the configuration that somebody has made. Somebody who upgrades, or whose inputs others
  change, has changed nothing, and the rows can be wrong: of the same query and key, all else follows from the inputs.
#}
{% macro tablestore_own_changes(changed, view, last) %}
  {% set names, others = changed | map(attribute='what') | list, ['planner', 'input columns'] %}
  {% set is_same = view.is_of_text(fromjson(last.properties.get('tablestore.view', '{}'))) or 'planner' in names %}
  {% do others.extend(['key', 'filtered', 'limited'] if is_same and 'primary_key' not in names else []) %}
  {{ return(changed | rejectattr('what', 'in', others) | list) }}
{% endmacro %}

{# Whether changes of the configuration are applied, which `on_configuration_change` can forbid for `own` ones. #}
{% macro tablestore_applies_changes(own, options) %}
  {% set mode = options.on_configuration_change | string if own else 'apply' %}
  {% set message = 'Configuration changes were identified and `on_configuration_change` was set to '
      ~ '`' ~ mode ~ '` for `' ~ this ~ '`; changed: ' ~ own | map(attribute='text') | join(', ') %}
  {% if mode == 'fail' %}
    {% do exceptions.raise_fail_fast_error(message) %}
  {% elif mode == 'continue' %}
    {% do tablestore.warn(message) %}
  {% endif %}
  {{ return(mode != 'continue') }}
{% endmacro %}

{#
  Whether the table can need another key or layout, or another view over it, after these changes of the configuration.
  One with a LIMIT or with states that expire cannot tell which of its rows differ.
#}
{% macro tablestore_needs_another_table(view, changed) %}
  {% set without = ['query', 'input columns', 'primary_key', 'planner', 'session', 'refresh_policy', 'format_version',
      'new expiring states'] %}
  {{ return(true if view.limited or view.operators or changed | rejectattr('what', 'in', without) | list
      else false) }}
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
  {% set types, format = [], tablestore_file_format() %}
  {% for column in wanted %}
    {% do types.append(tablestore.stored_type(format, column.type)) %}
  {% endfor %}
  {{ return(wanted | map(attribute='name') | list == found | map(attribute='name') | list
      and types == found | map(attribute='type') | list) }}
{% endmacro %}

{#
  What of the configuration is recorded with the rows of a view, `before` at the last refresh: `partial` if the flags
  --empty or --sample have left some out, which they do only if they change the query.
#}
{% macro tablestore_view_configuration(view, options, before) %}
  {% set states = view.operators | map(attribute='label') | list %}
  {% set is_partial = not tablestore.has_all_rows() and (before.partial or not view.computes(before)) %}
  {% set others = dict({'partial': true} if is_partial else {},
      **({'different': view.different} if view.different else {})) %}
  {{ return(dict(tablestore_view_options_recorded(options), session=tablestore_view_session(),
      query=view.checksum, text=view.text_checksum, written=view.written, limited=view.limited,
      filtered=view.result.filter is not none,
      **dict({'expiring': states} if states else {}, **others))) }}
{% endmacro %}

{#
  The configurations that differ from those of the last refresh, [{what, text}]. `what` is the name of an option, query,
  input columns, planner, session, key, forgotten states or new expiring states; `text` says it in words. Rows that a
  state had forgotten are missing when it no longer expires; where a state begins to expire, nothing is wrong.
#}
{% macro tablestore_view_changed_configuration(view, options, last) %}
  {% set before, changed = fromjson(last.properties.get('tablestore.view', '{}')), [] %}
  {% set now = tablestore_view_configuration(view, options, before) %}
  {% set others = ['expiring', 'partial', 'query', 'session', 'text', 'written'] %}
  {% for name, value in now.items() if name not in others and before.get(name) != value %}
    {% do changed.append({'what': name, 'text': name}) %}
  {% endfor %}
  {% set session = before.get('session', now.session) %}
  {% for name in dict(session, **now.session) if session.get(name) != now.session.get(name) %}
    {% do changed.append({'what': 'session', 'text': name ~ ' (' ~ session.get(name, 'not set') ~ ' is now '
        ~ now.session.get(name, 'not set') ~ ')'}) %}
  {% endfor %}
  {% if not view.computes(before) %}
    {% do changed.append({'what': 'input columns', 'text': 'columns of its inputs'} if view.is_of_text(before)
        else {'what': 'planner', 'text': 'version of the planner'}
        if before.get('written', now.written) == now.written else {'what': 'query', 'text': 'query'}) %}
  {% endif %}
  {# the key follows from those of the inputs, of which the text says nothing #}
  {% set key = view.result.key | map('lower') | list %}
  {% do changed.append({'what': 'key', 'text': 'key is now ' ~ view.result.key | join(', ')})
      if view.computes(before) and not changed | rejectattr('what', 'in', ['refresh_policy', 'format_version']) | list
      and key | sort != last.primary_key | map('lower') | sort | list %}
  {% if before.get('expiring', []) | reject('in', now.get('expiring', [])) | list %}
    {% do changed.append({'what': 'forgotten states', 'text': 'states that no longer expire'}) %}
  {% elif before.get('expiring', []) != now.get('expiring', []) %}
    {% do changed.append({'what': 'new expiring states', 'text': 'new states that expire'}) %}
  {% endif %}
  {{ return(changed) }}
{% endmacro %}
