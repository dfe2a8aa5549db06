{#
  The record of a commit of release 0.1, as this release writes it.

    stored  the properties of its table, or of the table with its staged rows
#}
{% macro _earlier_record(relation, last, stored) %}
  {% set record, number, id = {}, stored['tablestore.commit'] | int, stored.get('tablestore.staged') or '' %}
  {% set others = ['tablestore.claims', 'tablestore.staged', 'tablestore.staged-at', 'tablestore.expired-at', 'tablestore.next-state-since'] %}
  {% for name, value in stored.items() if name.startswith('tablestore.') and not name.startswith('tablestore.tag.') and name not in others %}
    {% do record.update({name: value}) %}
  {% endfor %}
  {% set input = ['__input_' ~ id] if record['tablestore.changelog-producer'].startswith('input') else [] %}
  {% do record.update({
    'tablestore.commit': number,
    'tablestore.serial': [last.serial, number] | max,
    'tablestore.writer': 'tablestore-' ~ local_md5(relation | string)[:16],
    'tablestore.run': id,
    'tablestore.kept': tojson(input + ['__commit_' ~ id]),
    'tablestore.counts': '{}',
  }) %}
  {{ return(record) }}
{% endmacro %}
