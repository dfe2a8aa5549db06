{# The last commit of a keyed table as its properties record it, see `_last_commit_schema`. #}
{% macro last_commit(relation, existing) %}
  {% set stored = tablestore.table_properties(relation) if existing else {} %}
  {% set properties = tablestore._sealed_properties(stored) %}
  {% set key, definition = properties.get('tablestore.primary-key', ''), properties.get('tablestore.definition') %}
  {% set snapshot = properties.get('current-snapshot-id', 'none') %}
  {{ return(tablestore._record('last commit', tablestore._last_commit_schema(), {
    'epoch': properties.get('tablestore.epoch'),
    'number': properties.get('tablestore.commit', '0') | int,
    'primary_key': tablestore._split_names(key),
    'null_key': properties.get('tablestore.null-key', 'refuse'),
    'definition': fromjson(definition) if definition else tablestore._earlier_definition(properties) if key else {},
    'column_types': fromjson(properties.get('tablestore.column-types', 'null')),
    'producer': properties.get('tablestore.changelog-producer', 'none'),
    'changelog_start': properties.get('tablestore.changelog-start', '0') | int,
    'changelog_complete': properties.get('tablestore.changelog-complete', 'true') == 'true',
    'compacted': properties.get('tablestore.compacted', '0') | int,
    'compacted_at': properties.get('tablestore.compacted-at'),
    'committed_at': properties.get('tablestore.committed-at'),
    'offsets': fromjson(properties.get('tablestore.offsets', '{}')),
    'ttl': none if properties.get('tablestore.state-ttl', 'none') == 'none'
        else properties['tablestore.state-ttl'] | int,
    'ttl_since': properties.get('tablestore.state-since') or none,
    'side_schema': fromjson(properties.get('tablestore.side-tables', '{}')).get('schema'),
    'exists': existing is not none and existing is not false,
    'serial': [properties.get('tablestore.serial', 0) | int, properties.get('tablestore.commit', 0) | int] | max,
    'version': properties.get('tablestore.version'),
    'switched': stored.get('tablestore.switched') if properties.get('tablestore.commit', 0) | int == 0 else none,
    'snapshot': none if snapshot == 'none' else snapshot,
    'properties': properties,
    'old_properties': tablestore._old_properties(stored, properties),
  })) }}
{% endmacro %}

{# The keys of what a keyed table records about its last commit. #}
{% macro _last_commit_schema() %}
  {{ return({
    'epoch': {'type': 'text?',
        'meaning': 'the build of the table, a new one for each rebuild; none for a table that is not a keyed table'},
    'number': {'type': 'integer', 'meaning': 'the number of the commit within its epoch, 0 before the first'},
    'primary_key': {'type': 'list', 'meaning': 'the names of the key columns'},
    'null_key': {'type': 'text',
        'meaning': 'whether its keys can be null: keep; refuse; in-changelog: none has a null any more, but changes'
        ~ ' in its changelog may'},
    'definition': {'type': 'mapping', 'meaning': 'what decides the stored rows, as far as the table records it'},
    'column_types': {'type': 'mapping?',
        'meaning': 'the types of the model that the table format stores as wider ones, by names in lower case; none'
        ~ ' if the table does not record them'},
    'producer': {'type': 'text', 'meaning': 'the kind of changelog it writes, see `_changelog_schema`'},
    'changelog_start': {'type': 'integer', 'meaning': 'the changelog has every commit after this one'},
    'changelog_complete': {'type': 'boolean',
        'meaning': 'whether the first row of the changelog was the first row of the table: false for an adopted'
        ~ ' table, and after a change of the producer'},
    'compacted': {'type': 'integer',
        'meaning': 'the last commit in the changelog, if the changes of several commits are written together'},
    'compacted_at': {'type': 'text?', 'meaning': 'the time of that commit'},
    'committed_at': {'type': 'text?', 'meaning': 'the time of the run that made the commit'},
    'offsets': {'type': 'mapping',
        'meaning': 'up to which commit the changes of other tables have been read: table -> {epoch, commit}'},
    'ttl': {'type': 'integer?',
        'meaning': 'the state TTL in milliseconds; none for a table that does not record when its rows were written'},
    'ttl_since': {'type': 'text?', 'meaning': 'when rows from before the first TTL count as written, as SQL'},
    'exists': {'type': 'boolean', 'meaning': 'whether there is a table'},
    'serial': {'type': 'integer', 'meaning': 'how many commits the table has had, also before it was rebuilt'},
    'version': {'type': 'text?',
        'meaning': 'the snapshot or version of the table that the commit has made; none for a table of an earlier'
        ~ ' release'},
    'switched': {'type': 'text?',
        'meaning': 'the record of the rebuild that has made the table, if it is not published yet'},
    'snapshot': {'type': 'text?',
        'meaning': 'the current snapshot of the table; none for a format without branches, and for a table without'
        ~ ' one'},
    'side_schema': {'type': 'text?', 'meaning': 'the schema of its side tables; none for that of the table'},
    'properties': {'type': 'mapping', 'meaning': 'all properties of the table, with those of the commit'},
    'old_properties': {'type': 'list', 'meaning': 'the names of table properties that record older commits'},
  }) }}
{% endmacro %}

{# Tables of earlier releases do not record their definition, only their key and their engine. #}
{% macro _earlier_definition(properties) %}
  {{ return({
    'primary_key': tablestore._split_names(properties['tablestore.primary-key']) | map('lower') | sort | join(', '),
    'merge_engine': properties.get('tablestore.merge-engine'),
  }) }}
{% endmacro %}

{# The names of the properties that record commits and starts before the last ones. #}
{% macro _old_properties(stored, properties) %}
  {% set old, epoch = [], properties.get('tablestore.epoch') or '' %}
  {% set kept = [tablestore._property_of_commit(epoch, properties.get('tablestore.commit')),
      tablestore._property_of_start(epoch, properties.get('tablestore.changelog-start'))] %}
  {% for name in stored if name.startswith(('tablestore.commits.', 'tablestore.changelog-starts.'))
      and name not in kept %}
    {% do old.append(name) %}
  {% endfor %}
  {{ return(old | sort) }}
{% endmacro %}
