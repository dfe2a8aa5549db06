{# Oracle GoldenGate. #}
{% macro _ogg_json_cdc(leaves, options) %}
  {% set image = tablestore._struct_type(leaves) %}
  {{ return({
    'fields': {'before': image, 'after': image, 'op_type': 'string', 'table': 'string', 'pos': 'string',
               'op_ts': 'string'},
    'op': 'm.op_type',
    'inserts': ['I'], 'updates': ['U'], 'deletes': ['D'], 'truncates': ['T'],
    'after': 'm.after', 'before': 'm.before', 'has_before': 'm.before is not null', 'deleted': 'm.before',
    'advice': 'send before images of all columns (GETUPDATEBEFORES, LOGALLSUPCOLS)',
    'database': "split_part(m.`table`, '.', 1)", 'table': "split_part(m.`table`, '.', -1)",
    'order': "concat_ws(' ', " ~ tablestore._padded('m.pos', 40) ~ ', m.op_ts)',
    'time': 'try_cast(m.op_ts as timestamp)',
    'positions': ['pos'], 'is_direct': true,
  }) }}
{% endmacro %}
