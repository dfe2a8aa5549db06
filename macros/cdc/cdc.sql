{#
  select id, status, _row_kind, _cdc_order
  from {{ tablestore.cdc(source('kafka', 'orders'), 'debezium-json', {'id': 'int', 'status': 'string'}) }}

  The messages of a change stream as changes: typed columns, `_row_kind`, and `_cdc_order`, which sorts like the changes
  of a key. Each message is parsed once, as a struct of leaves (see `_leaf_type`), and gives the changes that it means:

    {"op": "u", "before": {"id": 1, "v": "a"}, "after": {"id": 1, "v": "b"}}  ->  -U 1 a
                                                                                  +U 1 b

  Messages that are not understood raise an error where the changes are made, so that no query can leave it out.
#}
{% macro cdc(
    relation, format, columns=none, value='value', key=none, primary_key=none, order=none, ignore_parse_errors=false,
    schema_include=none, timestamp_format=none, timestamp_unit=none, decimal_handling_mode=none,
    database_include=none, table_include=none, truncates='fail', time_column=none, error_table=none
) %}
  {% if tablestore._is_parsing() %}{{ return('') }}{% endif %}
  {% set compiled = tablestore._compiled_keys() %}
  {% set options = {
    'subject': tablestore._stream_subject('cdc', relation), 'format': format, 'value': value, 'key': key,
    'primary_key': tablestore._as_list(primary_key) or compiled.primary_key, 'order': order,
    'ignore_parse_errors': ignore_parse_errors, 'schema_include': schema_include, 'timestamp_format': timestamp_format,
    'timestamp_unit': timestamp_unit, 'decimal_handling_mode': decimal_handling_mode,
    'database_include': database_include, 'table_include': table_include,
    'truncates': truncates, 'time_column': time_column, 'error_table': error_table,
  } %}
  {% do tablestore.fail(options.subject, tablestore._cdc_problems(options, compiled)) %}
  {% set stream, leaves = tablestore._stream(relation, options), {} %}
  {% do options.update(reads_order=not stream.order, position=stream.position, tombstones=stream.tombstones) %}
  {% set sample = tablestore._sample(stream, options) %}
  {% set types = tablestore._stream_columns(columns, sample, options) %}
  {% for name, type in types.items() %}
    {% do leaves.update({name: tablestore._leaf_type(type)}) %}
  {% endfor %}
  {% set decoder = tablestore._record('decoder', tablestore._decoder_schema(),
      tablestore._cdc_formats()[format](leaves, options)) %}
  {% set truncated = truncates == 'apply' and tablestore._finds_truncates(stream, decoder) %}
  {% do options.update(truncates='skip' if truncated else 'again') if truncates == 'apply' %}
  {% set stored = compiled.relation if compiled.relation and not tablestore._is_unavailable(compiled.relation)
      else none %}
  {% set messages = tablestore._parsed_messages(stream, decoder, options) | trim %}
  {% set changes = tablestore._changes_of_messages(messages, decoder, leaves, options) %}
  {% set unsent = tablestore._unsent_columns(stream, decoder, types, options) %}
  {% set rows = tablestore._typed_changes(changes, decoder, types, sample, stream, options, unsent) | trim %}
  {% set rows = tablestore._with_kept_values(rows, types, unsent, stored, options) | trim if unsent else rows %}
  {{ return(tablestore._with_truncates(rows, types, messages, stored, decoder, options) | trim if truncated
      else rows) }}
{% endmacro %}

{#
  The parsed messages and the changes that each means, as what follows FROM: `_row_kind`, `_image`, `_n`, and `m`. If
  messages that are not understood are skipped, an annotation has the query that counts them.
#}
{% macro _changes_of_messages(messages, decoder, leaves, options) %}
  {% set annotation, rows = '', none %}
  {% if decoder.rows %}
    {% set checks = tablestore._message_checks(decoder, options) %}
    {% set rows = '(' ~ tablestore._wrapped_case(checks, decoder.rows) | indent(2) ~ ') as n, r' %}
  {% endif %}
  {% if options.ignore_parse_errors %}
    {% set from = messages ~ (' lateral view outer posexplode' ~ rows if rows else '') %}
    {% set reason = tablestore._changes_of_row(decoder, leaves, options, asked=true) %}
    {% set errors = dict(table=options.error_table, position=options.position, reason=reason, message='_value') %}
    {% set conditions = [reason ~ ' is not null'] %}
    {% set annotation = '\n' ~ tablestore._skipped_annotation(options.subject, from, conditions, errors) %}
  {% endif %}
  {{ return(messages ~ ('\nlateral view posexplode' ~ rows if rows else '') ~ '\nlateral view inline('
      ~ tablestore._changes_of_row(decoder, leaves, options) | indent(2) ~ ') as _row_kind, _image, _n' ~ annotation) }}
{% endmacro %}

{#
  The columns whose values may not have been sent, with the columns that say so; empty if no message lacks one. This
  takes a search for their text; only if it is there, the changes are sorted by their key.
#}
{% macro _unsent_columns(stream, decoder, types, options) %}
  {% set unsent, conditions = {}, [] %}
  {% for name, type in types.items() if decoder.numbers and stream.types and options.primary_key
      and tablestore._is_unavailable_value('', type) %}
    {% do unsent.update({name: '_unsent_' ~ loop.index}) %}
  {% endfor %}
  {% for text in tablestore._unavailable_texts().values() %}
    {% do conditions.append('contains(' ~ stream.value ~ ", '" ~ text ~ "')") %}
  {% endfor %}
  {% set query = 'select 1 as found from ' ~ stream.rows ~ ' where '
      ~ (stream.conditions + ['(' ~ conditions | join(' or ') ~ ')']) | join(' and ') ~ ' limit 1' %}
  {{ return(unsent if unsent and tablestore.query_rows(query) else {}) }}
{% endmacro %}

{#
  The messages as {_value, _key, _bad, m, _order}: their text, the struct that it is, and their order. Where only the
  source knows that, the content of a message comes last, so that the order is the same in every run.
#}
{% macro _parsed_messages(stream, decoder, options) %}
{%- set fields, wraps = dict(decoder.fields), decoder.wraps and options.schema_include is not false %}
{%- set read, payload = dict(fields) if not (wraps and options.schema_include) else {}, [] %}
{%- do read.update(payload=tablestore._struct_type(fields)) if wraps %}
{%- for name in fields %}
  {%- set quoted = tablestore._quote(name, exact=true) %}
  {%- do payload.append(tablestore.string_literal(name) ~ ', j.' ~ quoted) %}
{%- endfor %}
{%- set ties = stream.ties or 'hex(xxhash64(_value))' %}
{%- set order = stream.order or "concat_ws(' ', " ~ decoder.order ~ ', ' ~ ties ~ ')' %}
(
  select *, {{ order | indent(2) }} as _order
  from (
    select
      {{ stream.selected.keys() | join(', ') }},
      j is null or j._bad is not null
        or not (endswith(_value, '}') or endswith(rtrim(' \t\r\n', _value), '}')) as _bad,
    {%- if options.schema_include and wraps %}
      j.payload as m
    {%- elif wraps %}
      coalesce(j.payload, {{ tablestore._wrapped_call('named_struct', payload) | indent(4) }}) as m
    {%- else %}
      j as m
    {%- endif %}
    from (
      select
      {%- for name, column in stream.selected.items() %}
        {{ column }} as {{ name }},
      {%- endfor %}
        from_json(
          {{ stream.value }},
          {{ tablestore.string_literal(tablestore._field_types(dict(read, _bad='string'))) }},
          map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', '_bad')
        ) as j
      from {{ tablestore._indent(stream.rows, 4) }}
      where {{ stream.conditions | join('\n      and ') }}
    )
  )
)
{%- endmacro %}

{# The problems of the arguments of `cdc` that can be seen without its relation, as a list. #}
{% macro _cdc_problems(options, compiled) %}
  {% set problems, formats = [], tablestore._cdc_formats().keys() | list %}
  {% if options.format not in formats %}
    {% do problems.append("format: '" ~ options.format ~ "' is not accepted; write " ~ formats | join(', ')
        ~ tablestore._near_names(options.format, formats)) %}
  {% endif %}
  {% do problems.extend(tablestore._flag_problems({'ignore_parse_errors': options.ignore_parse_errors})) %}
  {% do options.update(error_table=tablestore._error_table(options.error_table, options.ignore_parse_errors,
      'ignore_parse_errors=true', compiled, problems)) %}
  {% if options.schema_include is not none %}
    {% do problems.extend(tablestore._flag_problems({'schema_include': options.schema_include})) %}
  {% endif %}
  {% set accepted = {'timestamp_format': ['SQL', 'ISO-8601'], 'truncates': ['fail', 'skip', 'apply'],
      'decimal_handling_mode': ['precise', 'string', 'double']} %}
  {% for name, values in accepted.items() if options[name] is not none and options[name] not in values %}
    {% do problems.append(name ~ ": '" ~ options[name] ~ "' is not accepted; write '" ~ values | join("' or '")
        ~ "'") %}
  {% endfor %}
  {% set units, unit = ['millis', 'micros', 'nanos'], options.timestamp_unit %}
  {% for given in (unit.values() if unit is mapping else tablestore._as_list(unit)) if given not in units %}
    {% do problems.append("timestamp_unit: '" ~ given ~ "' is not accepted; write '" ~ units | join("' or '")
        ~ "', for all columns or as {'column': 'micros'}") %}
  {% endfor %}
  {% for name in ['database_include', 'table_include', 'value', 'time_column'] if options[name] is not none
      and options[name] is not string %}
    {% do problems.append(name ~ ": '" ~ options[name] ~ "' is not accepted; write "
        ~ ('a regular expression' if 'include' in name else 'the name of a column')) %}
  {% endfor %}
  {% for given in [options.key and 'key', options.truncates == 'apply' and "truncates='apply'"] | select
      if not options.primary_key %}
    {% do problems.append(given ~ ': it needs a primary key; write primary_key, here or in the model') %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}

{# How the messages of a format are read. `m` is the parsed message, a struct of `fields`. #}
{% macro _decoder_schema() %}
  {{ return({
    'fields': {'type': 'mapping', 'meaning': 'the fields of the message that are read: name -> type'},
    'wraps': {'type': 'boolean', 'default': false,
        'meaning': 'whether a message can be in the field `payload` of another, beside its schema'},
    'op': {'type': 'text', 'meaning': 'the operation, as SQL'},
    'inserts': {'type': 'list', 'meaning': 'its values for a new row'},
    'updates': {'type': 'list', 'meaning': 'its values for a changed row'},
    'deletes': {'type': 'list', 'meaning': 'its values for a deleted row'},
    'truncates': {'type': 'list', 'default': [], 'meaning': 'its values for a table that lost all of its rows'},
    'others': {'type': 'list', 'default': [], 'meaning': 'its values for messages that are about no row'},
    'rows': {'type': 'text?', 'default': none,
        'meaning': 'the array with the rows of a message, each of which is `r` at the position `n`; none if a message'
        ~ ' is about one row'},
    'after': {'type': 'text', 'meaning': 'the row after the change, as a struct of leaves'},
    'before': {'type': 'text?', 'default': none, 'meaning': 'the row before the change; none if no message has it'},
    'has_before': {'type': 'text?', 'default': none, 'meaning': 'the condition that there is a row before the change'},
    'deleted': {'type': 'text', 'meaning': 'the row that a delete removes'},
    'advice': {'type': 'text', 'default': '', 'meaning': 'how the source can send the row before a change'},
    'database': {'type': 'text', 'meaning': 'the database of the row'},
    'table': {'type': 'text', 'meaning': 'the table of the row'},
    'order': {'type': 'text', 'meaning': 'the position in the source, as text that sorts like the changes'},
    'time': {'type': 'text', 'meaning': 'when the source has made the change, as a timestamp'},
    'positions': {'type': 'list', 'meaning': 'the JSON paths of which a message with a position has one'},
    'numbers': {'type': 'boolean', 'default': false,
        'meaning': 'whether dates, times and decimals can be numbers and bytes, as Debezium writes them'},
  }) }}
{% endmacro %}
