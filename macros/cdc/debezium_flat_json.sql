{#
  Debezium's messages after ExtractNewRecordState: the columns, beside fields that begin with two underscores. Without
  __op, a message is a new version of its row. Fields of the source can be named with and without `source_`, but
  `__ts_ms` is the time at which Debezium has read the change, and so are `__ts_us` and `__ts_ns`.
#}
{% macro _debezium_flat_json_cdc(leaves, options) %}
  {% set fields = dict(leaves, __op='string', __deleted='string') %}
  {% do fields.update(__ts_ms=tablestore._position_type('ts_ms', options)) %}
  {% set source, positions, values, sent = {}, [], [], ['m.__op is not null'] %}
  {# a table of MongoDB is a collection #}
  {% for name in ['db', 'table'] + (['collection'] if options.table_include else [])
      + tablestore._debezium_positions(options) %}
    {% set type = tablestore._position_type(name, options) %}
    {% do fields.update({'__' ~ name: type, '__source_' ~ name: type}) %}
    {% set field = 'coalesce(m.__source_' ~ name ~ ', m.__' ~ name ~ ')' if name != 'ts_ms' else 'm.__source_ts_ms' %}
    {% do source.update({name: tablestore._as_text(field, type)}) %}
    {% do positions.extend(['__' ~ name, '__source_' ~ name]) if name in ['lsn', 'commit_lsn', 'file', 'scn', 'ord'] %}
  {% endfor %}
  {% for name, type in leaves.items() %}
    {% do sent.append(tablestore._is_sent('m.' ~ tablestore._quote(name, exact=true), type)) %}
    {% do values.append(tablestore.string_literal(name) ~ ', m.' ~ tablestore._quote(name, exact=true)) %}
  {% endfor %}
  {% set image = 'm' if options.direct else tablestore._wrapped_call('named_struct', values) %}
  {{ return({
    'fields': fields,
    'wraps': 'payload' not in leaves,
    'op': "if(m.__deleted = 'true', 'd', coalesce(m.__op, 'u'))",
    'inserts': ['c', 'r'], 'updates': ['u'], 'deletes': ['d'], 'truncates': ['t'], 'others': ['m'],
    'after': image, 'deleted': image,
    'database': source.db,
    'table': 'coalesce(' ~ source.table ~ ', ' ~ source.collection ~ ')' if options.table_include else source.table,
    'is_row': '(' ~ sent | join(' or ') ~ ')',
    'order': tablestore._debezium_order(source, 'm.__ts_ms', options.ordered_by) if options.reads_order else "''",
    'is_ordered': tablestore._debezium_is_ordered(source, options.ordered_by),
    'time': 'coalesce(timestamp_micros(try_cast(m.__source_ts_us as bigint)),'
        ~ ' timestamp_millis(try_cast(' ~ source.ts_ms ~ ' as bigint)))' if 'ts_ms' in source else '',
    'positions': positions,
    'numbers': true, 'is_direct': true,
  }) }}
{% endmacro %}
