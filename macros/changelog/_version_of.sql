{#
  A table as it is now, as text that follows FROM: the same rows until the run ends, whatever other runs write.

    properties  its properties, read at the same time as what must fit these rows
#}
{% macro _version_of(table, properties) %}
  {% if 'current-snapshot-id' not in properties %}
    {{ return(table ~ ' version as of ' ~ tablestore.query_rows('describe history ' ~ table ~ ' limit 1')[0].version) }}
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
  {% set wanted, given = tablestore._describe_table(table), tablestore.query_columns('select * from ' ~ version) %}
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
    {% do tablestore._cannot_read(table | string, ['no row was written since its columns ' ~ lost | join(', ')
        ~ ' became ' ~ new | join(', ') ~ ': run its model with at least one row first']) %}
  {% endif %}
  {{ return('(select ' ~ selected | join(', ') ~ ' from ' ~ version ~ ')') }}
{% endmacro %}
