{#
  A table as it is now, as text that follows FROM: the same rows until the run ends, whatever other runs write.

    properties  its properties, read at the same time as what must fit these rows
    is_keyed    whether it is a table of a model, which can be run if a snapshot has other fields
#}
{% macro _version_of(table, properties, is_keyed=true) %}
  {% if 'current-snapshot-id' not in properties %}
    {{ return(table ~ ' version as of ' ~ tablestore.query_rows('describe history ' ~ table ~ ' limit 1')[0].version) }}
  {% elif properties['current-snapshot-id'] == 'none' %}
    {{ return('(select * from ' ~ table ~ ' where false)') }}
  {% endif %}
  {% set version = table ~ ' version as of ' ~ properties['current-snapshot-id'] %}
  {{ return(version if tablestore._adapter_has_columns_of(table, properties['current-snapshot-id'])
      else tablestore._with_columns_of(table, version, properties['current-snapshot-id'], is_keyed)) }}
{% endmacro %}

{#
  A snapshot of an Iceberg table has the columns that the table had then: without those that were added later and are
  null in all of its rows, or have their default, with those that were dropped, and with earlier names. Their ids say
  which ones they are; where these are not known, only names do.
#}
{% macro _with_columns_of(table, version, snapshot, is_keyed) %}
  {% set wanted, given = tablestore._describe_table(table), tablestore.query_columns('select * from ' ~ version) %}
  {% set ids, then = tablestore._adapter_field_ids(table), tablestore._adapter_field_ids(table, snapshot) %}
  {% set names, wanted_names = given | map(attribute='name') | list, wanted | map(attribute='name') | list %}
  {% set types, wanted_types = given | map(attribute='type') | list, wanted | map(attribute='type') | list %}
  {% if wanted_names == names and wanted_types == types and ids == then %}
    {{ return(version) }}
  {% endif %}
  {% set selected, changed, existing = [], [], tablestore._existing_values(table) %}
  {% for column in wanted %}
    {% set found = [] %}
    {% for name in names if (ids[column.name].split(' ')[0] == then[name].split(' ')[0] if ids and then
        else name == column.name) %}
      {% do found.append(name) %}
      {% do changed.append(column.name) if ids and then and ids[column.name] != then[name] %}
    {% endfor %}
    {% set value = tablestore._quote(found[0]) if found else existing.get(column.name, 'null') %}
    {% do selected.append('cast(' ~ value ~ ' as ' ~ column.type ~ ') as ' ~ tablestore._quote(column.name)) %}
  {% endfor %}
  {% set lost, new = names | reject('in', wanted_names) | list, wanted_names | reject('in', names) | list %}
  {% if changed or (lost and new and not (ids and then)) %}
    {{ return(version) if not is_keyed }}
    {% do tablestore._cannot_read(table | string, ['no row was written since '
        ~ ('the fields of ' ~ changed | join(', ') ~ ' were changed' if changed
            else 'its columns ' ~ lost | join(', ') ~ ' became ' ~ new | join(', '))
        ~ ': run its model with at least one row first']) %}
  {% endif %}
  {{ return('(select ' ~ selected | join(', ') ~ ' from ' ~ version ~ ')') }}
{% endmacro %}
