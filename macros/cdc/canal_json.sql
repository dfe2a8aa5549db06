{# Canal: a message has several rows, and `old` the former values of each. #}
{% macro _canal_json_cdc(leaves, options) %}
  {{ return({
    'fields': {'data': 'array<' ~ tablestore._struct_type(leaves) ~ '>', 'old': 'array<map<string, variant>>',
               'type': 'string', 'database': 'string', 'table': 'string', 'es': 'bigint', 'id': 'bigint',
               'ts': 'bigint'},
    'op': 'm.type',
    'inserts': ['INSERT'], 'updates': ['UPDATE'], 'deletes': ['DELETE'], 'truncates': ['TRUNCATE'],
    'others': ['CREATE', 'ALTER', 'RENAME', 'ERASE', 'CINDEX', 'DINDEX', 'QUERY'],
    'rows': 'm.data',
    'after': 'r', 'before': tablestore._image_from_maps(leaves, [('get(m.old, n)', '')], 'r'),
    'has_before': 'get(m.old, n) is not null', 'deleted': 'r',
    'advice': 'an update of Canal has its former values in `old`',
    'database': 'm.database', 'table': 'm.`table`',
    'order': "concat_ws(' ', " ~ tablestore._padded('m.es') ~ ', ' ~ tablestore._padded('m.id') ~ ', '
        ~ tablestore._padded('m.ts') ~ ')',
    'time': 'timestamp_millis(m.es)',
    'positions': ['id'],
  }) }}
{% endmacro %}
