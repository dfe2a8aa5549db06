{#
  What the messages of a stream say about the tables that they come from, as a list of

    database, table  their names; the database is none if no message has it
    messages         how many have a row
    columns          name -> type: from Debezium's schema, the types of MySQL in Canal's messages, or the values
    keys             the names of the key columns, from the key of the messages or from what the format has; empty if
                     nothing names them
    other_keys       whether messages differ in them
    owners           the schemas that the messages name, or the whole names of GoldenGate's tables

  Each message is parsed as JSON without a schema, once per field, so it is for a look at a stream and not for a run.

    key       the column with the key of the messages, none if there is none
    mappings  other types, see `_mapped_types`
#}
{% macro stream_tables(rows, format, value, key, mappings=[]) %}
  {% set found = [] %}
  {% for row in tablestore.query_rows(tablestore._stream_tables_query(rows, format, value, key) | trim) %}
    {% set sample, columns = {'columns': {}, 'facts': {}, 'conflicts': {}}, {} %}
    {% set shape = tablestore._fields_of_shape(row.shape) %}
    {% do tablestore._read_envelope(fromjson(row.envelope), sample, format) if row.envelope %}
    {% set stated = fromjson(row.types) if row.types else {} %}
    {% for name in tablestore._names_in_order(fromjson(row.names), shape)
        if not (format == 'debezium-flat-json' and name.startswith('__')) %}
      {% set type = sample.columns.get(name) or tablestore._mysql_type(stated.get(name), mappings)
          or tablestore._type_of_shape(shape[name]) %}
      {% do columns.update({name: 'string' if 'to-string' in mappings else type}) %}
    {% endfor %}
    {% set keys = fromjson(row['keys']) if row['keys'] else [] %}
    {% do found.append({'database': row.db, 'table': row.tab, 'messages': row.messages, 'columns': columns,
        'keys': tablestore._keys_of_table(keys, columns, format),
        'other_keys': row.key_sets > 1, 'owners': fromjson(row.owners)}) %}
  {% endfor %}
  {{ return(found) }}
{% endmacro %}

{# The key columns of a table. The key of a document of MongoDB is its column `_id`, and its message calls it `id`. #}
{% macro _keys_of_table(keys, columns, format) %}
  {% set is_document = format == 'debezium-flat-json' and keys == ['id'] and '_id' in columns %}
  {{ return(['_id'] if is_document else keys | select('in', columns) | list) }}
{% endmacro %}

{#
  A row per table. `keys` are names as JSON, `types` the types of columns as JSON, and `envelope` a schema of Debezium;
  of several, those with the most columns.
#}
{% macro _stream_tables_query(rows, format, value, key) %}
select
  db, tab, count(*) as messages, count(distinct keys) as key_sets, to_json(sort_array(collect_set(owner))) as owners,
  max(keys) as keys,
  schema_of_variant_agg(try_parse_json(image)) as shape,
  to_json(max_by(json_object_keys(image), size(json_object_keys(image)))) as names,
  max_by(types, length(types)) as types, max_by(envelope, length(envelope)) as envelope
from (
  select
  {%- for name, field in tablestore._stream_fields(format).items() %}
    {{ field }} as {{ name }}{{ ',' if not loop.last }}
  {%- endfor %}
  from (
    select
      string({{ tablestore._quote(value) }}) as v,
      string({{ tablestore._quote(key) if key else 'null' }}) as k
    from {{ tablestore._indent(rows | trim, 4) }}
  )
)
where tab is not null and json_object_keys(image) is not null
group by db, tab
order by db, tab
{%- endmacro %}

{# What a message says, name -> SQL of its text `v` and key `k`. GoldenGate's tables have the name of their owner. #}
{% macro _stream_fields(format) %}
  {% set paths = tablestore._stream_paths()[format] %}
  {% set wraps = paths.wraps or false %}
  {% set table = tablestore._first_path('v', paths.tab, wraps) %}
  {% set of_key = "to_json(json_object_keys(coalesce(get_json_object(k, '$.payload'), k)))" %}
  {{ return({
    'db': tablestore._first_path('v', paths.db, wraps) if paths.db
        else 'nullif(split_part(' ~ table ~ ", '.', 1), " ~ table ~ ')',
    'tab': table if paths.db else 'split_part(' ~ table ~ ", '.', -1)",
    'owner': tablestore._first_path('v', paths.get('owner', []), wraps),
    'image': tablestore._first_path('v', paths.row, wraps),
    'keys': tablestore._first_path('v', [paths.get('keys')]) if paths.get('keys') else of_key,
    'types': tablestore._first_path('v', [paths.types] if paths.types else []),
    'envelope': "get_json_object(v, '$.schema')" if wraps else 'string(null)',
  }) }}
{% endmacro %}

{# All names of a shape: first those of one message, in its order, and then those that only others have. #}
{% macro _names_in_order(names, shape) %}
  {{ return(names | select('in', shape) | list + shape.keys() | reject('in', names) | list) }}
{% endmacro %}

{# The fields of the shape of objects, as `schema_of_variant_agg` writes it: name -> shape. #}
{% macro _fields_of_shape(shape) %}
  {% set fields, state = {}, namespace(depth=0, text='', quoted=false) %}
  {% set inner = shape[7:-1] if shape and shape.startswith('OBJECT<') else '' %}
  {% for letter in inner ~ ',' %}
    {% set state.quoted = not state.quoted if letter == '`' else state.quoted %}
    {% set state.depth = state.depth + (0 if state.quoted else 1 if letter in '<(' else -1 if letter in '>)' else 0) %}
    {% if letter == ',' and not state.depth and not state.quoted %}
      {% set parts = modules.re.match('\\s*(`(?:[^`]|``)+`|[^:]+): (.*)', state.text) %}
      {% do fields.update({tablestore._unquoted(parts[1]): parts[2]}) if parts %}
      {% set state.text = '' %}
    {% else %}
      {% set state.text = state.text ~ letter %}
    {% endif %}
  {% endfor %}
  {{ return(fields) }}
{% endmacro %}

{# The type for values of a shape: the widest of its kind, because later messages can have larger ones. #}
{% macro _type_of_shape(shape) %}
  {% set element = modules.re.match('ARRAY<(\\w+)(\\(.*\\))?>$', shape) %}
  {% set plain = {'BOOLEAN': 'boolean', 'BIGINT': 'bigint', 'DECIMAL': 'double', 'DOUBLE': 'double', 'FLOAT': 'double',
      'STRING': 'string', 'VOID': 'string'} %}
  {% set kind = (element[1] if element else shape).split('(')[0] %}
  {% set type = plain.get(kind, 'variant') %}
  {{ return('array<' ~ type ~ '>' if element and type != 'variant' else type) }}
{% endmacro %}

{# The SQL type for the values of a type of MySQL, which Canal writes as text; none for none. #}
{% macro _mysql_type(text, mappings=[]) %}
  {% if not text %}{{ return(none) }}{% endif %}
  {% set parts = modules.re.match('([a-z]+)\\s*(\\(.*\\))?(.*)', text | lower) %}
  {% set kind, size, unsigned = parts[1], parts[2] or '', 'unsigned' in parts[3] %}
  {% set plain = {'tinyint': 'tinyint', 'smallint': 'smallint', 'mediumint': 'int', 'int': 'int', 'integer': 'int',
      'bigint': 'bigint', 'float': 'float', 'double': 'double', 'real': 'double', 'bit': 'bigint', 'bool': 'tinyint',
      'date': 'date', 'datetime': 'timestamp_ntz', 'timestamp': 'timestamp', 'year': 'int', 'json': 'string'} %}
  {% set wider = {'tinyint': 'smallint', 'smallint': 'int', 'int': 'bigint', 'bigint': 'decimal(20,0)'} %}
  {% if kind in ['decimal', 'numeric'] %}
    {% set type = 'decimal' ~ (size | replace(' ', '') or '(10,0)') %}
    {{ return(type if tablestore._precision_and_scale(type)[0] <= 38 else 'string') }}
  {% endif %}
  {% set type = plain.get(kind, 'string') %}
  {% set is_wider = unsigned and kind != 'mediumint'
      and not (type == 'bigint' and 'bigint-unsigned-to-bigint' in mappings) %}
  {{ return(wider.get(type, type) if is_wider else type) }}
{% endmacro %}
