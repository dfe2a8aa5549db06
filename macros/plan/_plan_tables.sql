{# The table and its side tables: the rows of a commit, the history of commits and the changelog. #}
{% macro _plan_tables(options, relation, side_schema) %}
  {{ return({
    'table': relation | string,
    'catalog': tablestore._quote(relation.database) if relation.database else none,
    'side_schema': side_schema,
    'commit_table': tablestore._side_table_name(relation, '__commit', side_schema),
    'history_table': tablestore._side_table_name(relation, '__commits', side_schema),
    'changelog': tablestore._plan_changelog(options, relation, side_schema),
  }) }}
{% endmacro %}
