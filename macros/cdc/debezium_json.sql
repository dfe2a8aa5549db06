{#
  Debezium's messages with the row before and after a change. Those about a schema have no operation, but the statement
  in `ddl`, or, of SQL Server and Db2, the tables that it has changed in `tableChanges`.
#}
{% macro _debezium_json_cdc(leaves, options) %}
  {% set image, fields, positions = tablestore._struct_type(leaves), {}, {} %}
  {% for name in ['db', 'table', 'collection'] if options.database_include or options.table_include %}
    {% do fields.update({name: 'string'}) %}
  {% endfor %}
  {% for name in tablestore._debezium_positions(options) %}
    {% set type = tablestore._position_type(name, options) %}
    {% do fields.update({name: type}) %}
    {% do positions.update({name: tablestore._as_text('m.source.' ~ tablestore._quote(name), type)}) %}
  {% endfor %}
  {% set message = {'before': image, 'after': image, 'op': 'string'} %}
  {% do message.update(source=tablestore._struct_type(fields)) if fields %}
  {% do message.update(ts_ms=tablestore._position_type('ts_ms', options)) if positions %}
  {# without an operation, no message is read directly #}
  {% do message.update(ddl='string', tableChanges='string') if not options.direct %}
  {{ return({
    'fields': message,
    'wraps': true,
    'other_form': "if(contains(_value, '\"mongodb\"'), ' (the rows of MongoDB are text: flatten them with "
        ~ "ExtractNewDocumentState, and read debezium-flat-json)', '')",
    'op': 'm.op',
    'inserts': ['c', 'r'], 'updates': ['u'], 'deletes': ['d'], 'truncates': ['t'], 'others': ['m'],
    'is_other': 'm.op is null and (m.ddl is not null or m.tableChanges is not null)',
    'after': 'm.after', 'before': 'm.before', 'has_before': 'm.before is not null', 'deleted': 'm.before',
    'advice': 'with PostgreSQL, alter the table: replica identity full',
    'database': 'm.source.db', 'table': 'coalesce(m.source.`table`, m.source.collection)',
    'is_row': "coalesce(m.op, 'm') <> 'm'",
    'order': tablestore._debezium_order(positions, 'm.ts_ms', options.ordered_by) if options.reads_order else "''",
    'is_ordered': tablestore._debezium_is_ordered(positions, options.ordered_by),
    'time': 'coalesce(timestamp_micros(try_cast(m.source.ts_us as bigint)),'
        ~ ' timestamp_millis(try_cast(coalesce(m.source.ts_ms, m.ts_ms) as bigint)))',
    'positions': ['source.lsn', 'source.commit_lsn', 'source.file', 'source.scn', 'source.ord'],
    'numbers': true, 'is_direct': true,
  }) }}
{% endmacro %}
