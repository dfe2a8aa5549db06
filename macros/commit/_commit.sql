{# A commit from its properties and the last commit of its table. A caller that has looked for its history says so. #}
{% macro _commit_from_properties(relation, last, rebuild, properties, has_history=none) %}
  {% set number = properties['tablestore.commit'] | int %}
  {% set starts = properties['tablestore.changelog-start'] | int == number - 1 %}
  {% set place = fromjson(properties.get('tablestore.side-tables', '{}')) %}
  {% set former = tablestore._former_tables(relation, place) if 'moved_from' in place else {} %}
  {% if has_history is none %}
    {% set has_history = load_relation(tablestore.side_table(relation, '__commits', place.get('schema'))) is not none %}
  {% endif %}
  {% set schema = place.get('schema') if has_history else place.get('moved_from') %}
  {% set counts = properties['tablestore.history-columns'].split(',') %}
  {% set stored = tablestore._commit_counts(relation, schema, last) if has_history or '__commits' in former
      else counts %}
  {{ return(tablestore._record('commit', tablestore._commit_schema(), {
    'number': number,
    'snapshot': last.snapshot,
    'old_properties': last.old_properties,
    'replaces': rebuild and last.exists,
    'rebuild': rebuild,
    'starts_changelog': starts,
    'has_history': has_history,
    'former_tables': former,
    'history_counts': counts,
    'new_counts': counts | reject('in', stored) | list,
    'compacts': properties['tablestore.compacted'] | int == number,
    'compacted': number - 1 if starts else last.compacted,
    'properties': properties,
  })) }}
{% endmacro %}

{# The side tables that a rebuild leaves in the schema that it moves them from: suffix -> table. #}
{% macro _former_tables(relation, place) %}
  {% set tables = {} %}
  {% for suffix, columns in tablestore._side_tables_all().items() %}
    {% set table = tablestore.side_table(relation, suffix, place.moved_from) %}
    {% if load_relation(table) and not tablestore._nodes_of(table)
        and tablestore._side_tables_recognized(table, columns) %}
      {% do tables.update({suffix: table | string}) %}
    {% endif %}
  {% endfor %}
  {{ return(tables) }}
{% endmacro %}

{# The counts that the table of commits in a schema has a column for, in their order. #}
{% macro _commit_counts(relation, schema, last) %}
  {% if last.number and 'tablestore.history-columns' in last.properties %}
    {{ return(last.properties['tablestore.history-columns'].split(',')) }}
  {% endif %}
  {% set columns = tablestore._describe_table(tablestore.side_table(relation, '__commits', schema)) %}
  {{ return(columns | map(attribute='name') | select('in', tablestore._history_counts()) | list) }}
{% endmacro %}

{# The keys of the commit that a run makes. #}
{% macro _commit_schema() %}
  {{ return({
    'number': {'type': 'integer', 'meaning': 'its number within its epoch'},
    'snapshot': {'type': 'text?',
        'meaning': 'the snapshot of the table that the run has pinned; none for a format without branches, and for a'
        ~ ' table without one'},
    'version': {'type': 'text?', 'default': none,
        'meaning': 'the snapshot or version of the table that the commit has made; none before the switch'},
    'metrics': {'type': 'mapping', 'default': {},
        'meaning': 'what the format has counted in the statement that made the version, by its names'},
    'old_properties': {'type': 'list',
        'meaning': 'the names of table properties that record commits before the last one'},
    'rebuild': {'type': 'boolean', 'meaning': 'whether it creates or replaces the table'},
    'replaces': {'type': 'boolean', 'meaning': 'whether there is a table that it replaces'},
    'starts_changelog': {'type': 'boolean', 'meaning': 'whether the changelog starts with it'},
    'has_history': {'type': 'boolean', 'meaning': 'whether the table of commits exists'},
    'former_tables': {'type': 'mapping',
        'meaning': 'the side tables in another schema, which a rebuild moves: suffix -> table'},
    'history_counts': {'type': 'list', 'meaning': 'the counts of the table of commits, in the order of its columns'},
    'new_counts': {'type': 'list',
        'meaning': 'counts that the table of commits, made by an earlier release, has no column for'},
    'compacts': {'type': 'boolean', 'meaning': 'whether it writes its changes, and those that wait, to the changelog'},
    'compacted': {'type': 'integer', 'meaning': 'the last commit whose changes are in the changelog already'},
    'properties': {'type': 'mapping', 'meaning': 'its record: what the table says about it, as JSON'},
  }) }}
{% endmacro %}

{#
  A name for the branches and tables of one commit of one run, which no other commit has. It begins with the serial of
  the commit: what is left of a commit whose serial is not above that of the last one can go, because it can no longer
  become part of the table.
#}
{% macro _commit_id(relation, serial) %}
  {{ return(serial ~ '_' ~ local_md5(invocation_id ~ relation ~ modules.datetime.datetime.now())[:8]) }}
{% endmacro %}

{# Who writes a table, for Delta: one name for all runs, so that the serials of their commits are compared. #}
{% macro _commit_writer(relation) %}
  {{ return('tablestore-' ~ local_md5(relation | string)[:16]) }}
{% endmacro %}
