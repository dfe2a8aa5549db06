{# The state TTL of a model in milliseconds, 0 for never: its own, else the project's, which the variable sets. #}
{% macro _state_ttl(given) %}
  {% set project = var('tablestore_state_ttl', none) %}
  {% if given.options.state_ttl is none and project is not none %}
    {{ return(tablestore._read_ttl('tablestore_state_ttl', project, given.problems) or 0) }}
  {% endif %}
  {{ return(given.options.state_ttl or 0) }}
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
  {% set ttl = tablestore._state_ttl(given) %}
  {% do tablestore._fail("model '" ~ node.name ~ "'", given.problems) %}
  {{ return(ttl) }}
{% endmacro %}
