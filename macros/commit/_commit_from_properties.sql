{# A commit from its properties and the last commit of its table. #}
{% macro _commit_from_properties(relation, last, rebuild, properties) %}
  {% set number = properties['tablestore.commit'] | int %}
  {% set starts = properties['tablestore.changelog-start'] | int == number - 1 %}
  {% set place = fromjson(properties.get('tablestore.side-tables', '{}')) %}
  {% set former = tablestore._former_tables(relation, place) %}
  {% set has_history = tablestore._side_table_exists(relation, '__commits', place.get('schema')) %}
  {% set history = tablestore._side_table(relation, '__commits', place.get('schema') if has_history else place.get('moved_from')) %}
  {% set counts = properties['tablestore.history-columns'].split(',') %}
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
    'new_counts': tablestore._new_counts(history, last, counts) if has_history or '__commits' in former else [],
    'compacts': properties['tablestore.compacted'] | int == number,
    'compacted': number - 1 if starts else last.compacted,
    'properties': properties,
  })) }}
{% endmacro %}
