{# The keys of a table whose changes are read. #}
{% macro _upstream_schema() %}
  {{ return({
    'table': {'type': 'text', 'meaning': 'the full name of the table'},
    'epoch': {'type': 'text', 'meaning': 'the build of the table: another one means that it was rebuilt'},
    'start': {'type': 'integer', 'default': 0, 'meaning': 'its changes are there for every commit after this one'},
    'until': {'type': 'integer', 'meaning': 'up to this commit'},
    'limit': {'type': 'integer?', 'meaning': "how many rows to read at most, of dbt's --empty"},
    'primary_key': {'type': 'list', 'default': [], 'meaning': 'the names of its key columns; empty for a plain table'},
    'rows': {'type': 'text?', 'default': none, 'meaning': 'a keyed table without the rows that have expired, as it stands after FROM'},
    'snapshot': {'type': 'text?', 'default': none, 'meaning': 'a plain table as it was at `until`'},
    'snapshot_ids': {'type': 'mapping', 'default': {}, 'meaning': 'commit -> snapshot of an Iceberg table'},
    'log': {'type': 'text?', 'default': none, 'meaning': 'the table with the changes of a keyed table'},
    'pending': {'type': 'text?', 'default': none, 'meaning': 'the table with changes that wait for a compaction'},
    'history': {'type': 'text?', 'default': none, 'meaning': 'the table with the commits of a keyed table'},
    'changes': {'type': 'macro?', 'default': none, 'meaning': 'the query of the changes of a plain table, of (upstream, after, until)'},
    'waiting': {'type': 'boolean', 'default': false, 'meaning': 'whether the table is ahead of its changelog, whose changes are written together'},
    'no_before': {'type': 'text?', 'default': none, 'meaning': 'why the changes do not show the rows before them; none when they do'},
    'committed_at': {'type': 'text?', 'default': none, 'meaning': 'the time of the last commit'},
  }) }}
{% endmacro %}
