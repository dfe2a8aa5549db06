{# The table and its side tables: the staged commit, the history of commits and the changelog. #}
{% macro _plan_tables(options, relation, columns) %}
  {{ return({
    'table': relation | string,
    'commit_table': tablestore._side_table_name(relation, '__commit'),
    'history_table': tablestore._side_table_name(relation, '__commits'),
    'changelog': tablestore._plan_changelog(options, relation, columns),
  }) }}
{% endmacro %}
