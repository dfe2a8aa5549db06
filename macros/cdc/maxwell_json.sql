{#
  Maxwell. The rows of a bootstrap are inserts. The last row of a transaction has `commit` in place of `xoffset`. The
  position is there with `output_binlog_position`. Without it, the time comes before `xid`, which a restarted server
  counts from 1 again: in microseconds, this text comes after that of earlier releases, which began with `xid`, and
  before that of a position.
#}
{% macro _maxwell_json_cdc(leaves, options) %}
  {% set file = ["length(split_part(m.position, ':', 1))", "split_part(m.position, ':', 1)",
                 "split_part(m.position, ':', 2)"] %}
  {% set offset = 'coalesce(m.xoffset, if(m.`commit`, 9999999999, 0))' %}
  {{ return({
    'fields': {'data': tablestore._struct_type(leaves), 'old': 'map<string, variant>', 'type': 'string',
               'database': 'string', 'table': 'string', 'ts': 'bigint', 'xid': 'bigint', 'xoffset': 'bigint',
               'commit': 'boolean', 'position': 'string'},
    'op': 'm.type',
    'inserts': ['insert', 'bootstrap-insert'], 'updates': ['update'], 'deletes': ['delete'],
    'others': ['bootstrap-start', 'bootstrap-complete', 'table-create', 'table-alter', 'table-drop',
               'database-create', 'database-alter', 'database-drop'],
    'after': 'm.data', 'before': tablestore._image_from_maps(leaves, [('m.old', '')], 'm.data'),
    'has_before': 'm.old is not null', 'deleted': 'm.data',
    'advice': 'an update of Maxwell has its former values in `old`',
    'database': 'm.database', 'table': 'm.`table`',
    'order': "concat_ws(' ', case when m.position is not null then concat_ws(' ', " ~ tablestore._padded(file[0], 4)
        ~ ', ' ~ file[1] ~ ', ' ~ tablestore._padded(file[2]) ~ ') else ' ~ tablestore._padded('m.ts * 1000000')
        ~ ' end, ' ~ tablestore._padded('m.xid') ~ ', ' ~ tablestore._padded(offset, 10) ~ ', '
        ~ tablestore._padded('m.ts') ~ ')',
    'time': 'timestamp_seconds(m.ts)',
    'positions': ['position'],
    'ties': 'changes of one second are ordered by the start of their transactions, and those of one transaction by'
        ~ ' their content; to order them as they came, let Maxwell write positions (output_binlog_position), or',
  }) }}
{% endmacro %}
