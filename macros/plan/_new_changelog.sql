{# The `changelog` of a plan. With `delayed`, the changes of several commits are written together. #}
{% macro _new_changelog(relation, producer, delayed, values) %}
  {{ return(tablestore._record('changelog', tablestore._changelog_schema(), dict(values, **{
    'producer': producer,
    'table': tablestore._side_table_name(relation, '__changelog'),
    'pending': tablestore._side_table_name(relation, '__uncompacted') if delayed else none,
    'input': tablestore._side_table_name(relation, '__input') if producer == 'input' else none,
  }))) }}
{% endmacro %}
