{#
  The commit that is part of a table and not published: {record, version}; none if there is none. A rebuild has its record in the
  properties of the table. Any other commit has it in its snapshot, or in its version of a Delta table; later ones, for example of
  a compaction, have none.
#}
{% macro _unpublished(relation, last) %}
  {% if last.switched %}
    {% set version = last.snapshot or tablestore._rows('describe history ' ~ relation ~ ' limit 1')[0].version %}
    {{ return({'record': fromjson(last.switched), 'version': version | string}) }}
  {% elif not last.epoch or (last.version and last.version == last.snapshot) %}
    {{ return(none) }}
  {% endif %}
  {% set iceberg = 'current-snapshot-id' in last.properties %}
  {% set records = tablestore._rows(tablestore._records_query(relation, last)) if iceberg else tablestore._delta_records(relation, last) %}
  {% for row in records %}
    {% set record = fromjson(row.record) %}
    {% if record.get('tablestore.epoch') == last.epoch and record['tablestore.commit'] > last.number %}
      {{ return({'record': record, 'version': row.version | string}) }}
    {% endif %}
  {% endfor %}
  {{ return(none) }}
{% endmacro %}

{# The records of the snapshots of an Iceberg table since its last published commit, the newest first. #}
{% macro _records_query(relation, last) %}
select cast(s.snapshot_id as string) as version, s.summary['tablestore.commit'] as record
from {{ relation }}.history as h
join {{ relation }}.snapshots as s on s.snapshot_id = h.snapshot_id
where h.is_current_ancestor and contains(s.summary['tablestore.commit'], '{{ last.epoch }}')
order by h.made_current_at desc
limit 1
{%- endmacro %}

{# The same of the versions of a Delta table. The seal of a commit is the version after it. #}
{% macro _delta_records(relation, last) %}
  {% set found = tablestore._rows('describe history ' ~ relation ~ ' limit 1') %}
  {% if not found[0].userMetadata and found[0].version | int != (last.version or -2) | int + 1 %}
    {% set found = tablestore._rows('describe history ' ~ relation) %}
  {% endif %}
  {% set records = [] %}
  {% for row in found if last.epoch in (row.userMetadata or '') %}
    {% do records.append({'version': row.version, 'record': row.userMetadata}) %}
  {% endfor %}
  {{ return(records) }}
{% endmacro %}
