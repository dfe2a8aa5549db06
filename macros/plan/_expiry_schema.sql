{# The keys of a plan's `expiry`. That of a commit of release 0.1 only has the column. #}
{% macro _expiry_schema() %}
  {{ return({
    'column': {'type': 'mapping', 'from': '_plan_expiry', 'meaning': 'the column with the time of the last write'},
    'stored': {'type': 'boolean', 'default': true, 'from': '_plan_expiry', 'meaning': 'whether the table has that column'},
    'ttl': {'type': 'integer', 'default': 0, 'from': 'state_ttl', 'meaning': 'the state TTL in milliseconds, 0 for no limit'},
    'clock': {'type': 'text?', 'default': none, 'from': '_clock', 'meaning': 'the time of this run, as SQL'},
    'since': {'type': 'text?', 'default': none, 'from': '_sync_expiry', 'meaning': 'when rows without a time of their own count as written, as SQL; none without such rows'},
  }) }}
{% endmacro %}
