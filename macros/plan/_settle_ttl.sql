{#
  Makes the model's `state_ttl` the one that holds, in milliseconds, 0 for never, and says where it is from: its compiled
  plan goes before the model, that before the variable of the project.
#}
{% macro _settle_ttl(given, node) %}
  {% set planned = tablestore._planned_ttls({'type': 'keyed-merge'}, node) %}
  {% set project = var('tablestore_state_ttl', none) %}
  {% if 'tableState' in planned %}
    {% set ttl, from = planned.tableState, 'plan' %}
  {% elif given.options.state_ttl is not none or project is none %}
    {% set ttl, from = given.options.state_ttl, 'state_ttl' %}
  {% else %}
    {% set ttl, from = tablestore._read_ttl('tablestore_state_ttl', project, given.problems), 'tablestore_state_ttl' %}
  {% endif %}
  {% do given.options.update({'state_ttl': ttl or 0}) %}
  {% do given.update({'ttl_from': from}) %}
{% endmacro %}

{# A TTL in milliseconds, or a problem. #}
{% macro _read_ttl(label, value, problems) %}
  {% set ttl = tablestore._duration_ms(value) %}
  {% if ttl is none %}
    {% do problems.append(tablestore._duration_problem("'" ~ label ~ "'", value)) %}
  {% endif %}
  {{ return(ttl) }}
{% endmacro %}

{#
  How rows of a keyed table expire, or none for a table that does not know when its rows were written. A table that knew
  it once goes on knowing it, so that a TTL that is set again is right about rows written in between.

    column  the time of last write
    stored  whether the table has that column yet
    ttl     in milliseconds, 0 for never
    clock   the time of this run, as SQL
    since   from when rows count that were written before there was a TTL
#}
{% macro _expiry_of(options, table_columns) %}
  {% set stored = '_written_at' in table_columns | map(attribute='name') | map('lower') | list %}
  {% if not options.state_ttl and not stored %}
    {{ return(none) }}
  {% endif %}
  {{ return({
    'column': tablestore._columns([{'name': '_written_at', 'type': 'timestamp'}])[0],
    'stored': stored,
    'ttl': options.state_ttl,
    'clock': tablestore._clock(),
    'since': none,
  }) }}
{% endmacro %}

{# The state TTL a model has now, whatever that of its last run was. #}
{% macro _declared_ttl(node) %}
  {% set given = tablestore._read_options(node.config) %}
  {% do tablestore._settle_ttl(given, node) %}
  {% do tablestore._fail("model '" ~ node.name ~ "'", given.problems) %}
  {{ return(given.options.state_ttl) }}
{% endmacro %}
