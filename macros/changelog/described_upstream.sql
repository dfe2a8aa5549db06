{#
  What is known of the changes of a table: the same for keyed models, which go on with `readable_upstream`, and for
  materialized views. It does not fail where changes cannot be read; its `limits` say so. It is none if the table itself
  cannot be read, see `_cannot_read`.

    stored  the table with the rows, another one for a materialized view
    pinned  whether the versions of its logs are named, so that nothing changes what is read of them
#}
{% macro described_upstream(relation, stored, subject, pinned=true) %}
  {% set last = tablestore.last_commit(stored, true) %}
  {% if last.epoch %}
    {% if tablestore._assert_published(last, subject, relation) %}{{ return(none) }}{% endif %}
    {% set known = tablestore._keyed_table(stored, last, pinned) %}
  {% else %}
    {% set known = tablestore._plain_table(stored, last.properties) %}
  {% endif %}
  {{ return(tablestore._record('described upstream', tablestore._described_upstream_schema(), dict(known,
      table=relation | string, relation=relation, stored=stored, last=last,
      limits=tablestore._limits(known.limits, relation)))) }}
{% endmacro %}

{# The keys of what is known of the changes of a table. #}
{% macro _described_upstream_schema() %}
  {{ return({
    'table': {'type': 'text', 'meaning': 'the full name of the table'},
    'relation': {'type': 'any', 'meaning': 'the table as queries name it'},
    'stored': {'type': 'any', 'meaning': 'the table with its rows'},
    'last': {'type': 'mapping', 'meaning': 'its last commit, see `_last_commit_schema`'},
    'epoch': {'type': 'text?',
      'meaning': 'the build of the table, with its version if another program has touched it; none if its format'
      ~ ' records no versions'},
    'start': {'type': 'integer', 'default': 0, 'meaning': 'the changes after this commit can be read'},
    'removed': {'type': 'integer', 'default': 0,
      'meaning': 'the last commit that has removed versions of a history without a change; 0 if none has'},
    'until': {'type': 'integer?', 'meaning': 'its last commit; none if its format records no versions'},
    'rows': {'type': 'text', 'meaning': 'all rows that are stored at the last commit, as text that follows FROM'},
    'logs': {'type': 'mapping', 'default': {},
      'meaning': 'the tables with the changes of a keyed table: how their names end -> text that follows FROM'},
    'view': {'type': 'mapping', 'default': {}, 'meaning': 'what a materialized view has recorded of itself'},
    'plain': {'type': 'mapping', 'default': {},
      'meaning': 'of a table that no keyed model writes: the keys of `_upstream_schema` that its format answers'},
    'ignored': {'type': 'list', 'default': [],
      'meaning': 'the names, in lower case, of columns of a keyed table whose changes alone are not in its changelog'},
    'limits': {'type': 'mapping', 'meaning': 'what can keep a reader from following its changes, see `_limits`'},
  }) }}
{% endmacro %}

{% macro _keyed_table(stored, last, pinned) %}
  {% set view = fromjson(last.properties.get('tablestore.view', '{}')) %}
  {% set logs, limits = tablestore._logs_of_commit(stored, last, pinned), [] %}
  {% set touched = tablestore.touched_since(stored, last) %}
  {% do limits.append('touched') if touched %}
  {% do limits.append('unwritten') if last.producer == 'none' %}
  {% do limits.append('no_before') if last.producer == 'input' %}
  {% do limits.append('late') if last.producer.endswith(', apart') %}
  {% do limits.append(logs.limit) if logs.limit %}
  {% do limits.append('expires') if last.ttl %}
  {% set removed = last.properties.get('tablestore.removed', 0) | int %}
  {% do limits.append('removed') if removed %}
  {% do limits.append('cut') if view.limited %}
  {{ return({
    'epoch': last.epoch ~ (':' ~ touched.at if touched else ''), 'start': last.changelog_start,
    'until': last.number, 'view': view, 'limits': limits, 'removed': removed,
    'ignored': fromjson(last.properties.get('tablestore.changelog-ignores', '[]')),
    'rows': tablestore.rows_of_commit(stored, last), 'logs': logs.tables,
  }) }}
{% endmacro %}

{#
  The logs of a keyed table with its last commit, as {tables, limit: why one cannot be read, or none}. They may have a
  later commit, which is being published.
#}
{% macro _logs_of_commit(stored, last, pinned) %}
  {% set tables, limits = {}, [] %}
  {% for suffix in tablestore._side_tables_of_changelog(last.producer) %}
    {% set log = tablestore.side_table(stored, suffix, last.side_schema) %}
    {% if tablestore._is_compiling_only() and not tablestore._exists_now(log) %}
      {{ return({'tables': {suffix: log | string}, 'limit': 'gone'}) }}
    {% endif %}
    {% set properties = tablestore.table_properties(log) %}
    {% do tables.update({suffix: tablestore._version_of(log, properties) if pinned else log | string}) %}
    {# on Delta, the version is known from another statement, and what follows it is not older #}
    {% set again = pinned and 'current-snapshot-id' not in properties %}
    {% set properties = tablestore.table_properties(log) if again else properties %}
    {% set belongs = properties.get('tablestore.log', '') == last.properties.get('tablestore.log', '') %}
    {% do limits.append('lost') if not belongs %}
  {% endfor %}
  {{ return({'tables': tables, 'limit': limits | first if limits else none}) }}
{% endmacro %}
