{#
  Where the messages of a format have the names of their table, their rows, their key columns, and the types of the
  columns: JSON paths. `tombstones` says that a message with a key and no value can be all that there is of a delete.
#}
{% macro _stream_paths() %}
  {{ return({
    'debezium-json': {'db': ['$.source.db'], 'owner': ['$.source.schema'], 'tab': ['$.source.table'],
                      'row': ['$.after', '$.before'], 'wraps': true},
    'debezium-flat-json': {'db': ['$.__source_db', '$.__db'], 'owner': ['$.__source_schema', '$.__schema'],
                           'tab': ['$.__source_table', '$.__table', '$.__source_collection', '$.__collection'],
                           'row': ['$'], 'wraps': true, 'tombstones': true},
    'canal-json': {'db': ['$.database'], 'tab': ['$.table'], 'row': ['$.data[0]'], 'keys': '$.pkNames',
                   'types': '$.mysqlType'},
    'maxwell-json': {'db': ['$.database'], 'tab': ['$.table'], 'row': ['$.data'], 'keys': '$.primary_key_columns'},
    'ogg-json': {'owner': ['$.table'], 'tab': ['$.table'], 'row': ['$.after', '$.before'], 'keys': '$.primary_keys'},
    'aws-dms-json': {'db': ["$.metadata['schema-name']"], 'tab': ["$.metadata['table-name']"], 'row': ['$.data']},
  }) }}
{% endmacro %}
