{#
  How the rows of a keyed table expire, see `_expiry_schema`; none for a table that does not record when its rows were
  written. A table that once did continues to do so: a TTL that is set again is then right for the rows written in
  between.
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

{# The keys of a plan's `expiry`. That of a commit of release 0.1 only has the column. #}
{% macro _expiry_schema() %}
  {{ return({
    'column': {'type': 'mapping', 'from': '_plan_expiry', 'meaning': 'the column with the time of the last write'},
    'stored': {'type': 'boolean', 'default': true, 'from': '_plan_expiry',
        'meaning': 'whether the table has that column'},
    'ttl': {'type': 'integer', 'default': 0, 'from': 'state_ttl',
        'meaning': 'the state TTL in milliseconds, 0 for no limit'},
    'clock': {'type': 'text?', 'default': none, 'from': '_clock', 'meaning': 'the time of this run, as SQL'},
    'since': {'type': 'text?', 'default': none, 'from': '_sync_expiry',
        'meaning': 'when rows without a time of their own count as written, as SQL; none without such rows'},
  }) }}
{% endmacro %}
