{# A commit from its properties and the last commit of its table. #}
{% macro _commit_from_properties(relation, last, rebuild, properties) %}
  {% set number = properties['tablestore.commit'] | int %}
  {% set starts = properties['tablestore.changelog-start'] | int == number - 1 %}
  {{ return(tablestore._record('commit', tablestore._commit_schema(), {
    'number': number,
    'rebuild': rebuild,
    'starts_changelog': starts,
    'has_history': tablestore._side_table_exists(relation, '__commits'),
    'compacts': properties['tablestore.compacted'] | int == number,
    'compacted': number - 1 if starts else last.compacted,
    'properties': properties,
  })) }}
{% endmacro %}
