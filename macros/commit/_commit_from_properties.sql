{# A commit from its properties and the last commit of its table. #}
{% macro _commit_from_properties(relation, last, rebuild, properties) %}
  {% set number = properties['tablestore.commit'] | int %}
  {% set starts = properties['tablestore.changelog-start'] | int == number - 1 %}
  {% set has_history = tablestore._side_table_exists(relation, '__commits') %}
  {{ return(tablestore._record('commit', tablestore._commit_schema(), {
    'number': number,
    'rebuild': rebuild,
    'starts_changelog': starts,
    'has_history': has_history,
    'new_counts': tablestore._new_counts(relation, last) if has_history else [],
    'compacts': properties['tablestore.compacted'] | int == number,
    'compacted': number - 1 if starts else last.compacted,
    'properties': properties,
  })) }}
{% endmacro %}

{#
  The counts of this release that the table of commits has no column for. A table whose last commit is of this release says
  in its properties which counts its history has, so that a run need not look.
#}
{% macro _new_counts(relation, last) %}
  {% set counts = tablestore._history_counts() %}
  {% if last.properties.get('tablestore.history-counts') == counts | join(',') %}
    {{ return([]) }}
  {% endif %}
  {% set stored = tablestore._table_columns(tablestore._side_table(relation, '__commits')) | map(attribute='name') | list %}
  {{ return(counts | reject('in', stored) | list) }}
{% endmacro %}
