{#
  How the rows of a keyed table expire, see `_expiry_schema`; none for a table that does not record when its rows were
  written. A table that once did continues to do so: a TTL that is set again is then right for the rows written in between.
#}
{% macro _plan_expiry(options, table_columns) %}
  {% set stored = '_written_at' in table_columns | map(attribute='name') | map('lower') | list %}
  {% if not options.state_ttl and not stored %}
    {{ return(none) }}
  {% endif %}
  {{ return(tablestore._record('expiry', tablestore._expiry_schema(), {
    'column': tablestore._columns([{'name': '_written_at', 'type': 'timestamp'}])[0],
    'stored': stored,
    'ttl': options.state_ttl,
    'clock': tablestore._clock(),
  })) }}
{% endmacro %}
