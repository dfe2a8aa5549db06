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
  A snapshot of an Iceberg table has the columns that the table had then: without those that were added later and are null in
  all of its rows, and with those that were dropped.
#}
{% macro _with_columns_of(table, version) %}
  {% set wanted, given = tablestore._table_columns(table), tablestore._query_columns('select * from ' ~ version) %}
  {% set names, selected = given | map(attribute='name') | list, [] %}
  {% if wanted | map(attribute='name') | list == names and wanted | map(attribute='type') | list == given | map(attribute='type') | list %}
    {{ return(version) }}
  {% endif %}
  {% for column in wanted %}
    {% set name = tablestore._quote(column.name) %}
    {% do selected.append('cast(' ~ (name if column.name in names else 'null') ~ ' as ' ~ column.type ~ ') as ' ~ name) %}
  {% endfor %}
  {% set lost, new = names | reject('in', wanted | map(attribute='name') | list) | list, wanted | map(attribute='name') | reject('in', names) | list %}
  {% if lost and new %}
    {% do tablestore._fail(table | string, ['no row was written since its columns ' ~ lost | join(', ') ~ ' became ' ~ new | join(', ')
        ~ ': run its model with at least one row first']) %}
  {% endif %}
  {{ return('(select ' ~ selected | join(', ') ~ ' from ' ~ version ~ ')') }}
{% endmacro %}
