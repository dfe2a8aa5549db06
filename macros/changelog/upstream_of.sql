{# A table whose changes are read, see `_upstream_schema`; none if it cannot be read, see `_cannot_read`. #}
{% macro upstream_of(given, subject, consumer=none) %}
  {% set relation = tablestore._bare_relation(given) %}
  {% set stored = tablestore.stored_rows(relation) %}
  {% set found = tablestore._sealed_commit(stored, subject, relation.identifier) %}
  {% set upstream = none if found is none
      else tablestore._keyed_upstream(relation, stored, found, subject, tablestore._is_pinned(consumer))
      if found.last.epoch else tablestore._plain_upstream(relation, found.last.properties, subject) %}
  {% if upstream is none %}{{ return(none) }}{% endif %}
  {% do upstream.update(no_before='it is a plain table without a known key') if not found.last.epoch %}
  {% do upstream.update(table=relation | string, limit=given.limit) %}
  {{ return(tablestore._record('upstream', tablestore._upstream_schema(), upstream)) }}
{% endmacro %}

{#
  The last published commit of a keyed table, and the versions of the table and of its logs that have its rows: {last,
  rows, logs: suffix -> text that follows FROM}. The logs may have a later commit, which is being published. The result
  is none if they cannot be read, see `_cannot_read`.
#}
{% macro _sealed_commit(relation, subject, name) %}
  {% set last, logs = tablestore.last_commit(relation, true), {} %}
  {% if not last.epoch %}
    {{ return({'last': last}) }}
  {% endif %}
  {% if tablestore.assert_published(last, subject, name) %}{{ return(none) }}{% endif %}
  {% for suffix in tablestore._side_tables_of_changelog(last.producer) %}
    {% set log = tablestore.side_table(relation, suffix, last.side_schema) %}
    {% if tablestore._is_compiling_only() and not tablestore._exists_now(log)
        and tablestore._cannot_read(subject, ['its changelog ' ~ log ~ ' does not exist any more']) %}
      {{ return(none) }}
    {% endif %}
    {% set properties = tablestore.table_properties(log) %}
    {% do logs.update({suffix: tablestore._version_of(log, properties)}) %}
    {# on Delta, the version is known from another statement, and what follows it is not older #}
    {% set properties = properties if 'current-snapshot-id' in properties else tablestore.table_properties(log) %}
    {% if properties.get('tablestore.log', '') != last.properties.get('tablestore.log', '')
        and tablestore._cannot_read(subject, ['its changelog does not belong to its last commit: changes are lost, '
          ~ 'or a run is starting it again. Run its model, and then this one: dbt run --select ' ~ name]) %}
      {{ return(none) }}
    {% endif %}
  {% endfor %}
  {{ return({'last': last, 'rows': tablestore.rows_of_commit(relation, last), 'logs': logs}) }}
{% endmacro %}

{# A table that is not a keyed table: its changes as its format records them. #}
{% macro _plain_upstream(relation, properties, subject) %}
  {% if properties.get('delta.enableChangeDataFeed') == 'true' %}
    {{ return(tablestore.delta_upstream(relation)) }}
  {% elif properties.get('current-snapshot-id', 'none') != 'none' %}
    {{ return(tablestore.iceberg_upstream(relation)) }}
  {% endif %}
  {% do tablestore._cannot_read(subject, ['it does not record its changes. Accepted are keyed tables with a '
      ~ 'changelog_producer, Delta tables with a change feed (alter table ' ~ relation
      ~ " set tblproperties ('delta.enableChangeDataFeed' = 'true')) and Iceberg tables with rows"]) %}
  {{ return(none) }}
{% endmacro %}

{% macro _keyed_upstream(relation, stored, found, subject, pinned) %}
  {% set last = found.last %}
  {% if last.producer == 'none' and tablestore._cannot_read(subject, [
      "it writes no changelog: set changelog_producer='lookup' in its model, and run that model once"]) %}
    {{ return(none) }}
  {% endif %}
  {% set delayed = last.producer.endswith(', apart') %}
  {% set names = {
    'rows': relation | string, 'log': tablestore.side_table(relation, '__changelog', last.side_schema) | string,
    'pending': tablestore.side_table(relation, '__uncompacted', last.side_schema) | string,
  } %}
  {% if pinned %}
    {% do names.update(rows=found.rows, log=found.logs['__changelog'], pending=found.logs.get('__uncompacted')) %}
  {% endif %}
  {% set upstream = dict(names, **{
    'epoch': last.epoch,
    'start': last.changelog_start,
    'complete': last.changelog_complete and last.changelog_start == 0,
    'until': last.compacted if delayed else last.number,
    'primary_key': last.primary_key,
    'key_equals': '=' if last.null_key == 'refuse' else '<=>',
    'stored': found.rows if pinned and stored is sameas relation else none,
    'expires': last.ttl is not none, 'ttl': last.ttl, 'ttl_since': last.ttl_since,
    'compared': last.properties.get('tablestore.changelog-compares') == 'true',
    'left_counts': tablestore._counts_of_rows_left(last.properties),
    'history': tablestore.side_table(stored, '__commits', last.side_schema) | string,
    'compacts': delayed, 'waiting': delayed and last.compacted < last.number,
    'no_before': "its changelog_producer is 'input', which writes the rows as they were given"
      if last.producer == 'input' else none,
    'committed_at': last.committed_at, 'sealed': last.number, 'tags': tablestore._tags(last.properties),
  }) %}
  {% if stored is not sameas relation %}
    {% set upstream = dict(upstream, **tablestore._view_upstream(relation, last, names, subject, pinned)) %}
  {% endif %}
  {% if upstream.expires %}
    {% set rows = tablestore.unexpired_rows(upstream.rows, last) %}
    {% do upstream.update(rows=rows | indent(2)) %}
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
{% macro _view_upstream(relation, last, names, subject, pinned) %}
  {% set view = fromjson(last.properties['tablestore.view']) %}
  {% if view.limited %}
    {% do tablestore.fail(subject, ['it is a materialized view with a LIMIT, which is applied when it is read: '
        ~ 'write the LIMIT in the query that reads its changes']) %}
  {% endif %}
  {% set visible, differs = tablestore._relation_columns(relation, subject) | map(attribute='name') | list, {} %}
  {% set columns = tablestore._quoted(visible) | join(', ') %}
  {% if last.primary_key | map('lower') | reject('in', visible | map('lower') | list) | list %}
    {% do differs.update({'primary_key': [], 'no_before': 'it is a materialized view whose result has no key'}) %}
  {% endif %}
  {% if pinned %}
    {% set visible_only = ' where `_visible`' if view.filtered else '' %}
    {% do differs.update(rows='(select ' ~ columns ~ ' from ' ~ names.rows ~ visible_only ~ ')') %}
    {% if view.filtered %}
      {% do differs.update(log=tablestore.side_table(relation, '__changelog', last.side_schema) | string) %}
    {% else %}
      {% set changes = columns ~ ', _row_kind, _commit, _committed_at' %}
      {% do differs.update(log='(select ' ~ changes ~ ' from ' ~ names.log ~ ')') %}
    {% endif %}
  {% endif %}
  {{ return(differs) }}
{% endmacro %}

{#
  Whether a query that reads a table names its version, so that its rows are those of the commit that it counts as read.
  A view does not, because it is read later; nor does an ephemeral model without a consumer, which can be part of a
  view.
#}
{% macro _is_pinned(consumer) %}
  {{ return(not tablestore._is_compiling_view() and not (consumer is none and tablestore._is_compiling_ephemeral())) }}
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
      'meaning': 'whether rows of a keyed table expire, so that a row can leave it without a change'},
    'stored': {'type': 'text?', 'default': none,
      'meaning': 'all rows of a keyed table at its last commit, with `_written_at` if rows expire; none where its '
        ~ 'version is not named'},
    'ttl': {'type': 'integer?', 'default': none, 'meaning': 'the state TTL in milliseconds'},
    'ttl_since': {'type': 'text?', 'default': none,
      'meaning': 'when rows from before the first TTL count as written, as SQL'},
    'compared': {'type': 'boolean', 'default': false,
      'meaning': 'whether its changelog has only rows that have changed'},
    'left_counts': {'type': 'list', 'default': [],
      'meaning': 'the counts of its history of rows that are in its changelog and were not written'},
    'snapshot': {'type': 'text?', 'default': none, 'meaning': 'a plain table as of `until`'},
    'snapshot_ids': {'type': 'mapping', 'default': {}, 'meaning': 'commit -> snapshot of an Iceberg table'},
    'changes_call': {'type': 'text?', 'default': none,
      'meaning': 'the call that computes the changes of an Iceberg table, up to its arguments'},
    'log': {'type': 'text?', 'default': none, 'meaning': 'the table with the changes of a keyed table'},
    'pending': {'type': 'text?', 'default': none, 'meaning': 'the table with changes that wait for a compaction'},
    'history': {'type': 'text?', 'default': none, 'meaning': 'the table with the history of commits of a keyed table'},
    'changes': {'type': 'macro?', 'default': none,
      'meaning': 'a macro of (upstream, after, until): the query of the changes of a plain table'},
    'recorded': {'type': 'macro?', 'default': none,
      'meaning': 'a macro of (upstream, after, until): the same changes as text that follows FROM, as the format '
        ~ 'records them, with `_change_type`'},
    'tags': {'type': 'mapping', 'default': {}, 'meaning': 'the tags of a keyed table: name -> {epoch, commit}'},
    'times': {'type': 'macro?', 'default': none,
      'meaning': 'a macro of (upstream): the times of the commits of a plain table in microseconds, commit -> time'},
    'compacts': {'type': 'boolean', 'default': false,
      'meaning': 'whether its changelog gets the changes of several commits together'},
    'waiting': {'type': 'boolean', 'default': false,
      'meaning': 'whether the table has commits that are not in its changelog yet'},
    'no_before': {'type': 'text?', 'default': none,
      'meaning': 'why its changes do not include the row before each change; none if they do'},
    'committed_at': {'type': 'text?', 'default': none, 'meaning': 'the time of the last commit'},
  }) }}
{% endmacro %}
