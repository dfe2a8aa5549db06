{# The `changelog` of a plan. With `compacted`, the changes of several commits are written together. #}
{% macro _new_changelog(relation, side_schema, producer, compacted, values) %}
  {{ return(tablestore._record('changelog', tablestore._changelog_schema(), dict(values, **{
    'producer': producer,
    'table': tablestore._side_table_name(relation, '__changelog', side_schema),
    'pending_table': tablestore._side_table_name(relation, '__uncompacted', side_schema) if compacted else none,
    'input_table': tablestore._side_table_name(relation, '__input', side_schema) if producer == 'input' else none,
  }))) }}
{% endmacro %}
