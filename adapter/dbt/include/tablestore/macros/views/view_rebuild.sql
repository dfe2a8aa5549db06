{#
  What this run has to do besides a refresh: {rebuild: why the view is rebuilt, or none; alters: whether a changed
  configuration is recorded; skips: whether it does nothing}.
  A changed SELECT is a change of the configuration, like those that dbt knows.
#}
{% macro tablestore_view_rebuild(view, options, stored, existing, last) %}
  {% if not stored or not existing %}
    {{ return({'rebuild': 'first run', 'alters': false, 'skips': false}) }}
  {% elif existing.type != 'materialized_view' or should_full_refresh() %}
    {% do log('Applying REPLACE to: ' ~ this) %}
    {% set why = '--full-refresh' if existing.type == 'materialized_view' else 'it was a ' ~ existing.type %}
    {{ return({'rebuild': why, 'alters': false, 'skips': false}) }}
  {% endif %}
  {% if last.ttl is not none %}
    {# its readers lack rows that have expired, and read all of them again when it is rebuilt #}
    {{ return({'rebuild': 'its stored rows no longer expire', 'alters': false, 'skips': false}) }}
  {% endif %}
  {% set changed = tablestore_view_changed_configuration(view, options, last) %}
  {% set columns = view.changed_columns(last.properties.get('tablestore.view-columns', '')) %}
  {% if columns and not changed %}
    {{ return({'rebuild': columns, 'alters': false, 'skips': false}) }}
  {% elif not changed %}
    {{ return({'rebuild': none, 'alters': false, 'skips': false}) }}
  {% endif %}
  {% set mode = options.on_configuration_change | string %}
  {% set message = 'Configuration changes were identified and `on_configuration_change` was set to '
      ~ '`' ~ mode ~ '` for `' ~ this ~ '`' %}
  {% if mode == 'fail' %}
    {% do exceptions.raise_fail_fast_error(message) %}
  {% elif mode == 'continue' %}
    {% do exceptions.warn(message) %}
    {{ return({'rebuild': none, 'alters': false, 'skips': true}) }}
  {% endif %}
  {% set rebuilt = changed | reject('in', ['refresh_policy', 'format_version', 'new states that expire']) | list %}
  {% do log('Applying ' ~ ('REPLACE' if rebuilt else 'ALTER') ~ ' to: ' ~ this) %}
  {% set how = view.changed_query(last.properties.get('tablestore.view-plan', '')) if 'query' in rebuilt %}
  {% set why = 'changed: ' ~ rebuilt | join(', ') ~ (' (' ~ how ~ ')' if how else '') %}
  {{ return({'rebuild': why if rebuilt else none, 'alters': true, 'skips': false}) }}
{% endmacro %}

{# What of the configuration is recorded with the rows of a view. #}
{% macro tablestore_view_configuration(view, options) %}
  {% set states = view.operators | map(attribute='label') | list %}
  {{ return(dict(tablestore_view_options_recorded(options), query=view.checksum, text=view.text_checksum,
      limited=view.limited, filtered=view.result.filter is not none,
      **dict({'expiring': states} if states else {}, **({'different': view.different} if view.different else {})))) }}
{% endmacro %}

{#
  The names of configurations that differ from those of the last refresh. Rows that a state had forgotten are missing
  when it no longer expires; where a state begins to expire, nothing is wrong.
#}
{% macro tablestore_view_changed_configuration(view, options, last) %}
  {% set before, changed = fromjson(last.properties.get('tablestore.view', '{}')), [] %}
  {% set now = tablestore_view_configuration(view, options) %}
  {% for name, value in now.items() if name not in ['expiring', 'query', 'text'] and before.get(name) != value %}
    {% do changed.append(name) %}
  {% endfor %}
  {% do changed.append('query') if not view.computes(before) %}
  {# the key follows from those of the inputs, of which the text says nothing #}
  {% set key = view.result.key | map('lower') | list %}
  {% do changed.append('key is now ' ~ view.result.key | join(', ')) if not changed and view.computes(before)
      and key | sort != last.primary_key | map('lower') | sort | list %}
  {% if before.get('expiring', []) | reject('in', now.get('expiring', [])) | list %}
    {% do changed.append('states that no longer expire') %}
  {% elif before.get('expiring', []) != now.get('expiring', []) %}
    {% do changed.append('new states that expire') %}
  {% endif %}
  {{ return(changed) }}
{% endmacro %}
