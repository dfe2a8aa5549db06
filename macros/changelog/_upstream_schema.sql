{# The keys of a table whose changes are read. #}
{% macro _upstream_schema() %}
  {{ return({
    'table': {'type': 'text', 'meaning': 'the full name of the table'},
    'epoch': {'type': 'text', 'meaning': 'the build of the table, a new one for each rebuild'},
    'start': {'type': 'integer', 'default': 0, 'meaning': 'the changes after this commit can be read'},
    'complete': {'type': 'boolean', 'default': false, 'meaning': 'whether its changelog has every row that the table ever had'},
    'until': {'type': 'integer', 'meaning': 'the changes up to this commit can be read'},
    'limit': {'type': 'integer?', 'meaning': "the largest number of rows to read, from dbt's --empty"},
    'primary_key': {'type': 'list', 'default': [], 'meaning': 'the names of its key columns; empty for a plain table'},
    'key_equals': {'type': 'text', 'default': '=', 'meaning': 'the operator that finds a key: <=> if it can be null'},
    'rows': {'type': 'text?', 'default': none, 'meaning': 'the rows of a keyed table that have not expired, as text that follows FROM'},
    'expires': {'type': 'boolean', 'default': false, 'meaning': 'whether rows of a keyed table expire, so that a row can leave it without a change'},
    'snapshot': {'type': 'text?', 'default': none, 'meaning': 'a plain table as of `until`'},
    'snapshot_ids': {'type': 'mapping', 'default': {}, 'meaning': 'commit -> snapshot of an Iceberg table'},
    'changes_call': {'type': 'text?', 'default': none, 'meaning': 'the call that computes the changes of an Iceberg table, up to its arguments'},
    'log': {'type': 'text?', 'default': none, 'meaning': 'the table with the changes of a keyed table'},
    'pending': {'type': 'text?', 'default': none, 'meaning': 'the table with changes that wait for a compaction'},
    'history': {'type': 'text?', 'default': none, 'meaning': 'the table with the history of commits of a keyed table'},
    'changes': {'type': 'macro?', 'default': none, 'meaning': 'a macro of (upstream, after, until): the query of the changes of a plain table'},
    'tags': {'type': 'mapping', 'default': {}, 'meaning': 'the tags of a keyed table: name -> {epoch, commit}'},
    'times': {'type': 'macro?', 'default': none, 'meaning': 'a macro of (upstream): the times of the commits of a plain table in microseconds, commit -> time'},
    'compacts': {'type': 'boolean', 'default': false, 'meaning': 'whether its changelog gets the changes of several commits together'},
    'waiting': {'type': 'boolean', 'default': false, 'meaning': 'whether the table has commits that are not in its changelog yet'},
    'no_before': {'type': 'text?', 'default': none, 'meaning': 'why its changes do not include the row before each change; none if they do'},
    'committed_at': {'type': 'text?', 'default': none, 'meaning': 'the time of the last commit'},
  }) }}
{% endmacro %}
