{#
  A table whose changes are read, see `_upstream_schema`; none if they cannot be read, see `_cannot_read`.

    known   what `described_upstream` returns
    pinned  whether the query that reads it names its version
    limit   the largest number of rows to read
#}
{% macro readable_upstream(known, subject, pinned=true, limit=none) %}
  {% set limits = ['unwritten', 'gone', 'lost', 'touched', 'cut', 'no_feed', 'no_versions', 'empty'] %}
  {% if known is none or tablestore._cannot_read(subject, tablestore._problems_of_limits(known, limits, subject)) %}
    {{ return(none) }}
  {% endif %}
  {% set upstream = tablestore._keyed_upstream(known, subject, pinned) if known.logs else known.plain %}
  {{ return(tablestore._record('upstream', tablestore._upstream_schema(),
      dict({'table': known.table, 'limit': limit, 'limits': known.limits}, **upstream))) }}
{% endmacro %}

{% macro _keyed_upstream(known, subject, pinned) %}
  {% set last, delayed = known.last, 'late' in known.limits %}
  {% set names = {
    'rows': known.rows if pinned else known.table,
    'log': known.logs['__changelog'] if pinned
      else tablestore.side_table(known.relation, '__changelog', last.side_schema) | string,
    'pending': known.logs.get('__uncompacted') if pinned
      else tablestore.side_table(known.relation, '__uncompacted', last.side_schema) | string,
  } %}
  {% set history = tablestore.side_table(known.stored, '__commits', last.side_schema) %}
  {% set of_view = known.stored.identifier != known.relation.identifier %}
  {% set upstream = dict(names, **{
    'epoch': last.epoch,
    'start': last.changelog_start,
    'complete': last.changelog_complete and last.changelog_start == 0,
    'until': last.compacted if delayed else last.number,
    'primary_key': last.primary_key,
    'key_equals': '=' if last.null_key == 'refuse' else '<=>',
    'stored': known.rows if pinned and not of_view else none,
    'expires': 'expires' in known.limits or 'removed' in known.limits,
    'removed': known.removed, 'ttl': last.ttl, 'ttl_since': last.ttl_since,
    'compared': last.properties.get('tablestore.changelog-compares') == 'true',
    'delete_sequence': last.properties.get('tablestore.changelog-delete-sequence') or none,
    'ignored': fromjson(last.properties.get('tablestore.changelog-ignores') or '[]'),
    'left_counts': tablestore._counts_of_rows_left(last.properties),
    'history': history | string, 'has_history': load_relation(history) is not none or tablestore._exists_now(history),
    'compacts': delayed, 'waiting': delayed and last.compacted < last.number,
    'committed_at': last.committed_at, 'sealed': last.number, 'tags': tablestore._tags(last.properties),
    'tagged': none if of_view else known.relation,
  }) %}
  {% if of_view %}
    {% set upstream = dict(upstream, **tablestore._view_upstream(known, names, subject, pinned)) %}
  {% endif %}
  {% if upstream.ttl is not none %}
    {% set at = tablestore._timestamp_literal(last.committed_at) if last.committed_at else none %}
    {% do upstream.update(rows=tablestore.unexpired_rows(upstream.rows, last, at) | indent(2)) %}
  {% endif %}
  {{ return(upstream) }}
{% endmacro %}

{# The counts in the history of a table of rows that its changelog has as written, and that were left as they were. #}
{% macro _counts_of_rows_left(properties) %}
  {% set counted = properties.get('tablestore.history-columns', '').split(',') %}
  {% if properties.get('tablestore.merge-engine') == 'first-row' %}
    {{ return([]) }}
  {% endif %}
  {{ return(['rows_ignored_late', 'rows_ignored'] | select('in', counted) | list) }}
{% endmacro %}

{#
  What differs for a materialized view: its rows and its log are those of the visible columns, and its key can be
  hidden. With HAVING, the changes of the result are computed by the view of its changelog.

    names  the text that follows FROM to read what is stored: rows and log
#}
{% macro _view_upstream(known, names, subject, pinned) %}
  {% set last, view, differs = known.last, known.view, {} %}
  {% set visible = tablestore._relation_columns(known.relation, subject) | map(attribute='name') | list %}
  {% set columns = tablestore._quoted(visible) | join(', ') %}
  {% if last.primary_key | map('lower') | reject('in', visible | map('lower') | list) | list %}
    {% set limits = dict(known.limits, **tablestore._limits(['no_key'], known.relation)) %}
    {% do differs.update({'primary_key': [], 'limits': limits}) %}
  {% endif %}
  {% if pinned %}
    {% set visible_only = ' where `_visible`' if view.filtered else '' %}
    {% do differs.update(rows='(select ' ~ columns ~ ' from ' ~ names.rows ~ visible_only ~ ')') %}
    {% if view.filtered %}
      {% do differs.update(log=tablestore.side_table(known.relation, '__changelog', last.side_schema) | string) %}
    {% else %}
      {% set changes = columns ~ ', _row_kind, _commit, _committed_at' %}
      {% do differs.update(log='(select ' ~ changes ~ ' from ' ~ names.log ~ ')') %}
    {% endif %}
  {% endif %}
  {{ return(differs) }}
{% endmacro %}

{# The keys of a table whose changes are read. #}
{% macro _upstream_schema() %}
  {{ return({
    'table': {'type': 'text', 'meaning': 'the full name of the table'},
    'epoch': {'type': 'text', 'meaning': 'the build of the table, a new one for each rebuild'},
    'start': {'type': 'integer', 'default': 0, 'meaning': 'the changes after this commit can be read'},
    'complete': {'type': 'boolean', 'default': false,
      'meaning': 'whether its changelog has every row that the table ever had'},
    'until': {'type': 'integer', 'meaning': 'the changes up to this commit can be read'},
    'sealed': {'type': 'integer', 'default': 0,
      'meaning': 'the last commit of a keyed table, which is after `until` while changes wait for a compaction'},
    'limit': {'type': 'integer?', 'meaning': "the largest number of rows to read, from dbt's --empty"},
    'primary_key': {'type': 'list', 'default': [], 'meaning': 'the names of its key columns; empty for a plain table'},
    'key_equals': {'type': 'text', 'default': '=', 'meaning': 'the operator that finds a key: <=> if it can be null'},
    'rows': {'type': 'text?', 'default': none,
      'meaning': 'the rows of a keyed table that have not expired at its last commit, as text that follows FROM; so '
        ~ 'are its log and its pending changes'},
    'expires': {'type': 'boolean', 'default': false,
      'meaning': 'whether rows of a keyed table expire or versions of a history are removed, so that a row can leave it'
        ~ ' without a change'},
    'removed': {'type': 'integer', 'default': 0,
      'meaning': 'the last commit that has removed versions of a history; 0 if none has'},
    'stored': {'type': 'text?', 'default': none,
      'meaning': 'all rows of a keyed table at its last commit, with `_written_at` if rows expire; none where its '
        ~ 'version is not named'},
    'ttl': {'type': 'integer?', 'default': none, 'meaning': 'the state TTL in milliseconds'},
    'ttl_since': {'type': 'text?', 'default': none,
      'meaning': 'when rows from before the first TTL count as written, as SQL'},
    'compared': {'type': 'boolean', 'default': false,
      'meaning': 'whether its changelog has only rows that have changed'},
    'delete_sequence': {'type': 'text?', 'default': none,
      'meaning': 'the type of the column of its changelog with the sequences of deletes; none without one'},
    'ignored': {'type': 'list', 'default': [],
      'meaning': 'the columns of a keyed table whose changes alone are not in its changelog'},
    'left_counts': {'type': 'list', 'default': [],
      'meaning': 'the counts of its history of rows that are in its changelog and were not written'},
    'snapshot': {'type': 'text?', 'default': none, 'meaning': 'a plain table as of `until`'},
    'snapshot_ids': {'type': 'mapping', 'default': {}, 'meaning': 'commit -> snapshot of an Iceberg table'},
    'snapshots': {'type': 'mapping', 'default': {},
      'meaning': 'all snapshots of an Iceberg table, see `_adapter_snapshots`'},
    'changes_call': {'type': 'text?', 'default': none,
      'meaning': 'the call that computes the changes of an Iceberg table, up to its arguments'},
    'log': {'type': 'text?', 'default': none, 'meaning': 'the table with the changes of a keyed table'},
    'pending': {'type': 'text?', 'default': none, 'meaning': 'the table with changes that wait for a compaction'},
    'history': {'type': 'text?', 'default': none, 'meaning': 'the table with the history of commits of a keyed table'},
    'has_history': {'type': 'boolean', 'default': false, 'meaning': 'whether that table exists'},
    'changes': {'type': 'macro?', 'default': none,
      'meaning': 'a macro of (upstream, after, until): the query of the changes of a plain table'},
    'recorded': {'type': 'macro?', 'default': none,
      'meaning': 'a macro of (upstream, after, until): the same changes as text that follows FROM, as the format '
        ~ 'records them, with `_change_type`'},
    'deletes': {'type': 'macro?', 'default': none,
      'meaning': 'a macro of (upstream, after, until): whether a plain table has deletes among these changes, as SQL'},
    'tags': {'type': 'mapping', 'default': {}, 'meaning': 'the tags of a keyed table: name -> {epoch, commit}'},
    'tagged': {'type': 'any?', 'default': none, 'meaning': 'a keyed table, whose commits `tag` names; none for others'},
    'times': {'type': 'macro?', 'default': none,
      'meaning': 'a macro of (upstream): the times of the commits of a plain table in microseconds, commit -> time'},
    'compacts': {'type': 'boolean', 'default': false,
      'meaning': 'whether its changelog gets the changes of several commits together'},
    'waiting': {'type': 'boolean', 'default': false,
      'meaning': 'whether the table has commits that are not in its changelog yet'},
    'limits': {'type': 'mapping', 'meaning': 'what can keep a reader from following its changes, see `_limits`'},
    'committed_at': {'type': 'text?', 'default': none, 'meaning': 'the time of the last commit'},
  }) }}
{% endmacro %}
