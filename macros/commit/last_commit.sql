{# The last commit of a keyed table as its properties record it, see `_last_commit_schema`. #}
{% macro last_commit(relation, existing) %}
  {% set stored = tablestore.table_properties(relation) if existing else {} %}
  {% set epoch = stored.get('tablestore.epoch') or '' %}
  {% set names = tablestore._property_names(epoch) %}
  {% set properties = tablestore._sealed_properties(stored, names) %}
  {% do tablestore._assert_shown(relation, properties) if '*********(redacted)' in properties.values() %}
  {% set version = properties.get('tablestore.version') %}
  {% set touched = tablestore._touched(relation, properties) if epoch
      and properties.get('current-snapshot-id', version) != version | string else none %}
  {% set properties = tablestore._properties_of_others(stored)
      if not epoch or (touched and touched.how == 'replaced') else properties %}
  {% set number, ttl = properties.get('tablestore.commit', '0') | int, properties.get('tablestore.state-ttl', 'none') %}
  {{ return(tablestore._record('last commit', tablestore._last_commit_schema(), {
    'epoch': properties.get('tablestore.epoch'),
    'number': number,
    'primary_key': tablestore._split_names(properties.get('tablestore.primary-key', '')),
    'null_key': properties.get('tablestore.null-key', 'refuse'),
    'definition': fromjson(properties.get('tablestore.definition', '{}')) or tablestore._earlier_definition(properties),
    'column_types': fromjson(properties.get('tablestore.column-types', 'null')),
    'producer': properties.get('tablestore.changelog-producer', 'none'),
    'changelog_start': properties.get('tablestore.changelog-start', '0') | int,
    'changelog_complete': properties.get('tablestore.changelog-complete', 'true') == 'true',
    'compacted': properties.get('tablestore.compacted', '0') | int,
    'compacted_at': properties.get('tablestore.compacted-at'),
    'committed_at': properties.get('tablestore.committed-at'),
    'offsets': fromjson(properties.get('tablestore.offsets', '{}')),
    'ttl': none if ttl == 'none' else ttl | int,
    'ttl_since': properties.get('tablestore.state-since') or none,
    'side_schema': fromjson(properties.get('tablestore.side-tables', '{}')).get('schema'),
    'exists': existing is not none and existing is not false,
    'serial': [properties.get('tablestore.serial', 0) | int, number] | max,
    'version': version,
    'switched': properties.get('tablestore.switched') or none if number == 0 else none,
    'touched': touched,
    'snapshot': none if properties.get('current-snapshot-id') == 'none' else properties.get('current-snapshot-id'),
    'properties': properties,
    'old_properties': tablestore._old_properties(stored, [names.commits ~ properties.get('tablestore.commit'),
        names.starts ~ properties.get('tablestore.changelog-start'), names.switched]),
  })) }}
{% endmacro %}

{#
  Fails if Spark does not show properties of ours, see `_property_list`: earlier releases have written them as they are.
  That of a rebuild counts until its commit is published.
#}
{% macro _assert_shown(relation, properties) %}
  {% set hidden, number = [], properties.get('tablestore.commit', '0') | int %}
  {% for name, value in properties.items() if name.startswith('tablestore.') and value == '*********(redacted)'
      and (name != 'tablestore.switched' or number == 0) %}
    {% do hidden.append(name) %}
  {% endfor %}
  {% do tablestore.fail(relation | string, [
    'it cannot be read here: Spark does not show its properties ' ~ hidden | join(', ') ~ ', because an earlier release'
        ~ ' has written a word such as url or token into them',
    "start the server of Spark once with the settings spark.sql.redaction.options.regex='(?!)' and"
        ~ " spark.redaction.regex='(?!)', and run the model with new rows or with --full-refresh: it writes these words"
        ~ ' in another way; delete tags with such names, and make them again',
  ] if hidden else []) %}
{% endmacro %}

{# The properties of a table that is not a keyed table, and may have been one: none of them is that of a commit. #}
{% macro _properties_of_others(stored) %}
  {% set others = {} %}
  {% for name, value in stored.items() if not name.startswith('tablestore.') %}
    {% do others.update({name: value}) %}
  {% endfor %}
  {{ return(others) }}
{% endmacro %}

{#
  The properties of a table with those of its last commit. A rebuild and an adoption set them one by one; every commit
  since then has a property of its own with all of them as JSON, see `_seal_statements`, and the highest number counts.
  So do the start of the changelog, which a trimming moves, and a TTL that begins with the next commit.

    names  what the names of such properties begin with, see `_property_names`
#}
{% macro _sealed_properties(stored, names) %}
  {% set merged = {} %}
  {% for name, value in stored.items() if not name.startswith(('tablestore.commits.', 'tablestore.changelog-starts.',
      'tablestore.switched')) %}
    {% do merged.update({name: value}) %}
  {% endfor %}
  {% if stored.get('tablestore.epoch') %}
    {% do merged.update({'tablestore.switched': stored[names.switched]}) if stored.get(names.switched) %}
    {% set last = tablestore._highest(stored, names.commits) %}
    {% set record = stored[names.commits ~ last] if last is not none else '{}' %}
    {% do merged.update(fromjson(record) or {names.commits ~ last: record}) %}
    {% set start = tablestore._highest(stored, names.starts) or 0 %}
    {% do merged.update({'tablestore.changelog-start': [start,
        merged.get('tablestore.changelog-start', 0) | int] | max}) %}
    {% set since = (merged.get('tablestore.next-state-since') or '0 ').split(' ', 1) %}
    {% if since[0] | int > merged.get('tablestore.commit', 0) | int %}
      {% do merged.update({'tablestore.state-since': since[1]}) %}
    {% endif %}
  {% endif %}
  {{ return(merged) }}
{% endmacro %}

{# The highest number that ends the name of a property with this beginning; none if there is none. #}
{% macro _highest(properties, beginning) %}
  {% set numbers = [] %}
  {% for name in properties if name.startswith(beginning) %}
    {% do numbers.append(name[beginning | length:] | int) %}
  {% endfor %}
  {{ return(numbers | max if numbers else none) }}
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
        'meaning': 'up to which commit the changes of other tables have been read: table -> {epoch, commit,'
        ~ ' snapshot, fields}; the snapshot is that of a plain Iceberg table, and `fields` are the ids of the columns'
        ~ ' that were read of it, if they are not its own'},
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
    'touched': {'type': 'mapping?',
        'meaning': 'what others have done to an Iceberg table since then, see `touched_since`; none if nothing'},
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
  {{ return({} if 'tablestore.primary-key' not in properties else {
    'primary_key': tablestore._split_names(properties['tablestore.primary-key']) | map('lower') | sort | join(', '),
    'merge_engine': properties.get('tablestore.merge-engine'),
  }) }}
{% endmacro %}

{# The names of the properties that record commits, starts and rebuilds, but for those of the last ones. #}
{% macro _old_properties(stored, kept) %}
  {% set old = [] %}
  {% for name in stored if name.startswith(('tablestore.commits.', 'tablestore.changelog-starts.',
      'tablestore.switched')) and name not in kept %}
    {% do old.append(name) %}
  {% endfor %}
  {{ return(old | sort) }}
{% endmacro %}
