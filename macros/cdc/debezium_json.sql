{# Debezium's messages with the row before and after a change. #}
{% macro _debezium_json_cdc(leaves, options) %}
  {% set image, fields, source = tablestore._struct_type(leaves), {'db': 'string', 'table': 'string'}, {} %}
  {% for name in tablestore._debezium_positions() if options.reads_order or (options.time_column
      and name in ['ts_ms', 'ts_us']) %}
    {% do fields.update({name: 'string'}) %}
    {% do source.update({name: 'm.source.' ~ tablestore._quote(name)}) %}
  {% endfor %}
  {{ return({
    'fields': {'before': image, 'after': image, 'op': 'string', 'source': tablestore._struct_type(fields),
               'ts_ms': 'string'},
    'wraps': true,
    'op': 'm.op',
    'inserts': ['c', 'r'], 'updates': ['u'], 'deletes': ['d'], 'truncates': ['t'], 'others': ['m'],
    'after': 'm.after', 'before': 'm.before', 'has_before': 'm.before is not null', 'deleted': 'm.before',
    'advice': 'with PostgreSQL, alter the table: replica identity full',
    'database': 'm.source.db', 'table': 'm.source.`table`',
    'order': tablestore._debezium_order(source, 'm.ts_ms') if options.reads_order else "''",
    'time': 'coalesce(timestamp_micros(try_cast(m.source.ts_us as bigint)),'
        ~ ' timestamp_millis(try_cast(coalesce(m.source.ts_ms, m.ts_ms) as bigint)))',
    'positions': ['source.lsn', 'source.commit_lsn', 'source.file', 'source.scn', 'source.ord'],
    'numbers': true,
  }) }}
{% endmacro %}
