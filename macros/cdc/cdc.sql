{#
  select id, status, _row_kind, _cdc_order
  from {{ tablestore.cdc(source('kafka', 'orders'), 'debezium-json', {'id': 'int', 'status': 'string'}) }}

  The messages of a change stream as changes: typed columns, `_row_kind`, and `_cdc_order`, which sorts like the changes
  of a key. Each message is parsed once, with the types of the columns where its format allows it (`_direct_changes`),
  and otherwise as a struct of leaves (`_leaf_type`, `_typed_changes`), and gives the changes that it means:

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
  {% set decoder = tablestore._decoder(leaves, options) %}
  {% set truncated = truncates == 'apply' and tablestore._finds_truncates(stream, decoder) %}
  {% do options.update(truncates='skip' if truncated else 'again') if truncates == 'apply' %}
  {% set stored = compiled.relation if compiled.relation and not tablestore._is_unavailable(compiled.relation)
      else none %}
  {% do options.update(numbers=decoder.numbers, versions=compiled.versions) %}
  {% set messages = tablestore._parsed_messages(stream, decoder, options) | trim %}
  {% set changes = tablestore._changes_of_messages(messages, decoder, leaves, options) %}
  {% set unsent = tablestore._unsent_columns(stream, decoder, types, options) %}
  {% set rows = tablestore._direct_changes(stream, decoder, types, leaves, sample, options) | trim ~ changes.annotation
      if decoder.is_direct and not unsent
      else tablestore._typed_changes(changes.rows, decoder, types, sample, stream, options, unsent) | trim %}
  {% set rows = tablestore._with_kept_values(rows, types, unsent, stored, options) | trim if unsent else rows %}
  {{ return(tablestore._with_truncates(rows, types, messages, stored, decoder, options) | trim if truncated
      else rows) }}
{% endmacro %}

{#
  The parsed messages and the changes that each means, as {rows, annotation}: what follows FROM, with `_row_kind`,
  `_image`, `_n`, and `m`. If messages that are not understood are skipped, the annotation has the query that counts
  them.
#}
{% macro _changes_of_messages(messages, decoder, leaves, options) %}
  {% set annotation, rows = '', none %}
  {% if decoder.rows %}
    {% set checks = tablestore._message_checks(decoder, options) %}
    {% set rows = '(' ~ tablestore._wrapped_case(checks, decoder.rows) | indent(2) ~ ') as n, r' %}
  {% endif %}
  {% if options.ignore_parse_errors %}
    {% set reason = tablestore._changes_of_row(decoder, leaves, options, asked=true) %}
    {% set errors = dict(table=options.error_table, position=options.position, reason=reason, message='_value') %}
    {% set conditions = [reason ~ ' is not null'] %}
    {% set annotation = '\n' ~ tablestore._skipped_annotation(options.subject, messages, conditions, errors) %}
  {% endif %}
  {{ return({'annotation': annotation, 'rows': messages ~ ('\nlateral view posexplode' ~ rows if rows else '')
      ~ '\nlateral view inline(' ~ tablestore._changes_of_row(decoder, leaves, options) | indent(2)
      ~ ') as _row_kind, _image, _n' ~ annotation}) }}
{% endmacro %}

{#
  The columns whose values may not have been sent, with the columns that say so; empty if no message lacks one. This
  takes a search for their text; only if it is there, the changes are sorted by their key.
#}
{% macro _unsent_columns(stream, decoder, types, options) %}
  {% set unsent, conditions = {}, [] %}
  {% for name, type in types.items() if decoder.numbers and stream.types and options.primary_key
      and tablestore._unavailable_texts(type) %}
    {% do unsent.update({name: '_unsent_' ~ loop.index}) %}
    {# in a message, the quotes of JSON in text are escaped #}
    {% for text in tablestore._unavailable_texts(type) if '"' not in text %}
      {% do conditions.append('contains(' ~ stream.value ~ ", '" ~ text ~ "')") %}
    {% endfor %}
  {% endfor %}
  {% set query = 'select 1 as found from ' ~ stream.rows ~ ' where '
      ~ (stream.conditions + ['(' ~ conditions | unique | join(' or ') ~ ')']) | join(' and ') ~ ' limit 1' %}
  {{ return(unsent if unsent and tablestore.query_rows(query) else {}) }}
{% endmacro %}

{#
  The messages as {_value, _key, m, _order}: their text, the struct that it is, null if it is none, and their order.
#}
{% macro _parsed_messages(stream, decoder, options) %}
(
  select *, {{ tablestore._message_order(stream, decoder) | indent(2) }} as _order
  from (
    select
      {{ stream.selected.keys() | join(', ') }},
      {{ tablestore._message_content(decoder, options) | indent(6) }} as m
    from {{ tablestore._message_rows(tablestore._message_fields(decoder, options), stream) | trim | indent(4) }}
  )
)
{%- endmacro %}

{# The columns of a stream, name -> type: as the caller has named them, those of a table, or those of the messages. #}
{% macro _stream_columns(columns, sample, options) %}
  {% set found = dict(columns) if columns is mapping else {} %}
  {% if columns is not mapping and columns is not none %}
    {% for column in tablestore._known_columns(columns) if column.name | lower not in
        ['_row_kind', '_cdc_order', (options.time_column or '') | lower] %}
      {% do found.update({column.name: column.type}) %}
    {% endfor %}
  {% endif %}
  {% if not found and not sample.columns %}
    {% do tablestore.fail(options.subject, ['columns: '
        ~ ('the table ' ~ columns ~ ' does not exist yet' if columns is not none else 'the messages have no schema')
        ~ "; name them: columns={'id': 'int', 'status': 'string'}"]) %}
  {% endif %}
  {% set types = found or sample.columns %}
  {% do tablestore._assert_one_meaning(types, not found, sample, options) if sample.conflicts %}
  {{ return(types) }}
{% endmacro %}

{#
  Fails if the messages of a run say different things about a column. What its numbers mean must be the same in all of
  them; its type only if the model takes it from the messages.
#}
{% macro _assert_one_meaning(types, are_of_messages, sample, options) %}
  {% set problems = [] %}
  {% for name, meanings in sample.conflicts.items() if name in types %}
    {% set differ = meanings[0].get('unit') != meanings[1].get('unit')
        or meanings[0].get('scale') != meanings[1].get('scale') %}
    {% if differ or are_of_messages %}
      {% set words = [] %}
      {% for meaning in meanings %}
        {% do words.append(meaning.type ~ (' in ' ~ meaning.unit if meaning.get('unit') else '')) %}
      {% endfor %}
      {% do problems.append('column ' ~ name ~ ' is ' ~ words[0] ~ ' in the schema of some messages, and ' ~ words[1]
          ~ ' in that of others: ' ~ ('read those before the change and those after it in two runs' if differ
          else 'name its type, columns=...')) %}
    {% endif %}
  {% endfor %}
  {% do tablestore._cannot_read(options.subject, problems) %}
{% endmacro %}

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
  {% for name in ['value', 'time_column'] if options[name] is not none and options[name] is not string %}
    {% do problems.append(name ~ ": '" ~ options[name] ~ "' is not accepted; write the name of a column") %}
  {% endfor %}
  {% for name in ['database_include', 'table_include'] if options[name] is not none %}
    {% do problems.extend(tablestore._java_pattern_problems(name, options[name])) %}
  {% endfor %}
  {% for given in [options.key and 'key', options.truncates == 'apply' and "truncates='apply'"] | select
      if not options.primary_key %}
    {% do problems.append(given ~ ': it needs a primary key; write primary_key, here or in the model') %}
  {% endfor %}
  {{ return(problems) }}
{% endmacro %}
