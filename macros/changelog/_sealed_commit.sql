{#
  The last published commit of a keyed table, and the versions of the table and of its logs that have its rows: {last,
  rows, logs: suffix -> text that follows FROM}. The logs may have a later commit, which is being published.
#}
{% macro _sealed_commit(relation, subject, name) %}
  {% set last, logs = tablestore._last_commit(relation, true), {} %}
  {% if not last.epoch %}
    {{ return({'last': last}) }}
  {% endif %}
  {% do tablestore._assert_published(last, subject, name) %}
  {% for suffix in tablestore._log_suffixes(last.producer) %}
    {% set log = tablestore._side_table(relation, suffix, last.side_schema) %}
    {% set properties = tablestore._table_properties(log) %}
    {% do logs.update({suffix: tablestore._version_of(log, properties)}) %}
    {# on Delta, the version is known from another statement, and what follows it is not older #}
    {% set properties = properties if 'current-snapshot-id' in properties else tablestore._table_properties(log) %}
    {% if properties.get('tablestore.log', '') != last.properties.get('tablestore.log', '') %}
      {% do tablestore._fail(subject, ['its changelog does not belong to its last commit: changes are lost, '
          ~ 'or a run is starting it again. Run its model, and then this one: dbt run --select ' ~ name]) %}
    {% endif %}
  {% endfor %}
  {{ return({'last': last, 'rows': tablestore._rows_of_commit(relation, last), 'logs': logs}) }}
{% endmacro %}

{#
  A table as it is now, as text that follows FROM: the same rows until the run ends, whatever other runs write.

    properties  its properties, read at the same time as what must fit these rows
#}
{% macro _version_of(table, properties) %}
  {% if 'current-snapshot-id' not in properties %}
    {{ return(table ~ ' version as of ' ~ tablestore._rows('describe history ' ~ table ~ ' limit 1')[0].version) }}
  {% elif properties['current-snapshot-id'] == 'none' %}
    {{ return('(select * from ' ~ table ~ ' where false)') }}
  {% endif %}
  {% set version = table ~ ' version as of ' ~ properties['current-snapshot-id'] %}
  {{ return(tablestore._with_columns_of(table, version)) }}
{% endmacro %}

{#
  A snapshot of an Iceberg table has the columns that the table had then: without those that were added later and are
  null in all of its rows, and with those that were dropped.
#}
{% macro _with_columns_of(table, version) %}
  {% set wanted, given = tablestore._table_columns(table), tablestore._query_columns('select * from ' ~ version) %}
  {% set names, wanted_names = given | map(attribute='name') | list, wanted | map(attribute='name') | list %}
  {% set types, wanted_types = given | map(attribute='type') | list, wanted | map(attribute='type') | list %}
  {% if wanted_names == names and wanted_types == types %}
    {{ return(version) }}
  {% endif %}
  {% set selected = [] %}
  {% for column in wanted %}
    {% set name = tablestore._quote(column.name) %}
    {% set value = name if column.name in names else 'null' %}
    {% do selected.append('cast(' ~ value ~ ' as ' ~ column.type ~ ') as ' ~ name) %}
  {% endfor %}
  {% set lost, new = names | reject('in', wanted_names) | list, wanted_names | reject('in', names) | list %}
  {% if lost and new %}
    {% do tablestore._fail(table | string, ['no row was written since its columns ' ~ lost | join(', ')
        ~ ' became ' ~ new | join(', ') ~ ': run its model with at least one row first']) %}
  {% endif %}
  {{ return('(select ' ~ selected | join(', ') ~ ' from ' ~ version ~ ')') }}
{% endmacro %}

{#
  A keyed table at its last published commit, as text that follows FROM: the same rows until the run ends, whatever
  other runs write. It is the current version, so that a compaction does not matter, unless a later commit is in that
  and not published.
#}
{% macro _rows_of_commit(relation, last) %}
  {% set earlier = tablestore._earlier_commit(relation, last) %}
  {% if earlier and earlier.id %}
    {% do tablestore._fail(relation | string, ['a run of an earlier release was stopped in the middle of commit '
        ~ (last.number + 1) ~ ', which the next run of its model completes: run that model first']) %}
  {% endif %}
  {% if 'current-snapshot-id' in last.properties %}
    {% set published = {'current-snapshot-id': last.version} if tablestore._unpublished(relation, last) else {} %}
    {{ return(tablestore._version_of(relation, dict(last.properties, **published))) }}
  {% endif %}
  {% set found = tablestore._rows('describe history ' ~ relation ~ ' limit 1') %}
  {% set newest, at = found[0].version | int, (last.version or -2) | int %}
  {% set found = found if newest <= at + 1 else tablestore._rows('describe history ' ~ relation) %}
  {% for row in found
      if row.version | int > at and at >= 0 and last.epoch in (row.userMetadata or '')
      and fromjson(row.userMetadata)['tablestore.commit'] > last.number %}
    {{ return(relation ~ ' version as of ' ~ at) }}
  {% endfor %}
  {{ return(relation ~ ' version as of ' ~ newest) }}
{% endmacro %}
