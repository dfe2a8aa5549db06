{#
  The last commit of a table in which the run has cast columns to other types. That writes rows, so the run goes on from
  there. If another program has written meanwhile, it goes on from what it has found: Iceberg refuses its commit, and on
  Delta the next run finds the write.

    before  the plan for the table as the run has found it
#}
{% macro _after_own_casts(relation, last, before) %}
  {% set casts = before.retyped_columns | rejectattr('widens') | list | length %}
  {% if not casts %}
    {{ return(last) }}
  {% endif %}
  {% if 'current-snapshot-id' in last.properties %}
    {% set newest = tablestore.table_properties(relation)['current-snapshot-id'] %}
    {% set snapshots, at = tablestore._adapter_snapshots(relation), namespace(id=newest) %}
    {% for cast in range(casts) %}
      {% set at.id = snapshots[at.id].parent if at.id != last.snapshot and at.id in snapshots else at.id %}
    {% endfor %}
    {{ return(dict(last, snapshot=newest) if at.id == last.snapshot else last) }}
  {% endif %}
  {% set checked = last.properties.get('tablestore.checked-version', last.version or -1) %}
  {% set read = last.properties.get('tablestore.seen-version', checked) | int %}
  {% set newest = tablestore._adapter_last_version(relation)[0].version | int %}
  {% set writes = tablestore.history_after(relation, read, newest)
      | rejectattr('operation', 'in', tablestore._operations_without_rows()) | list if last.epoch else [] %}
  {% set seen = {'tablestore.seen-version': newest} if last.epoch and writes | length <= casts else {} %}
  {{ return(dict(last, properties=dict(last.properties, **seen))) }}
{% endmacro %}
