{# The `changelog` of a plan. With `compacted`, the changes of several commits are written together. #}
{% macro _new_changelog(relation, producer, compacted, values) %}
  {{ return(tablestore._record('changelog', tablestore._changelog_schema(), dict(values, **{
    'producer': producer,
    'table': tablestore._side_table_name(relation, '__changelog'),
    'pending_table': tablestore._side_table_name(relation, '__uncompacted') if compacted else none,
    'input_table': tablestore._side_table_name(relation, '__input') if producer == 'input' else none,
  }))) }}
{% endmacro %}
