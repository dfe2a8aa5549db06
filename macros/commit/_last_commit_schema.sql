{# The keys of what a keyed table records about its last commit. #}
{% macro _last_commit_schema() %}
  {{ return({
    'epoch': {'type': 'text?', 'meaning': 'the build of the table; a rebuild starts a new one; none for a table no keyed model made'},
    'number': {'type': 'integer', 'meaning': 'the number of the commit within its epoch, 0 before the first'},
    'primary_key': {'type': 'list', 'meaning': 'the names of the key columns'},
    'definition': {'type': 'mapping', 'meaning': 'what the stored rows are the result of, as far as the table says'},
    'producer': {'type': 'text', 'meaning': 'the kind of changelog it writes, see `_producer_kind`'},
    'changelog_start': {'type': 'integer', 'meaning': 'the changelog holds every commit after this one'},
    'compacted': {'type': 'integer', 'meaning': 'the last commit whose changes the changelog has, where those of several are written together'},
    'compacted_at': {'type': 'text?', 'meaning': 'when that was'},
    'committed_at': {'type': 'text?', 'meaning': 'when the run began that made the commit'},
    'offsets': {'type': 'mapping', 'meaning': 'up to which commit the changes of other tables are in the rows: table -> {epoch, commit}'},
    'ttl': {'type': 'integer?', 'meaning': 'the state TTL in milliseconds; none for a table that does not record when rows were written'},
    'ttl_since': {'type': 'text?', 'meaning': 'the time at which rows count as written that were written before there was a TTL, as SQL'},
    'properties': {'type': 'mapping', 'meaning': 'all properties of the table'},
  }) }}
{% endmacro %}
