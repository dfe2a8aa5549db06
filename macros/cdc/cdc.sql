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
    'subject': tablestore._stream_subject('cdc', relation), 'format': format, 'columns': columns, 'value': value,
    'key': key, 'order': order, 'sequence': compiled.sequence, 'is_aggregated': compiled.engine == 'aggregation',
    'versions': compiled.versions, 'is_unit_test': compiled.is_unit_test,
    'skips_null_keys': primary_key is not none and not compiled.keeps_null_keys,
    'primary_key': tablestore._as_list(primary_key) or tablestore._key_of_rows(compiled),
    'ignore_parse_errors': ignore_parse_errors, 'schema_include': schema_include, 'timestamp_format': timestamp_format,
    'timestamp_unit': timestamp_unit, 'decimal_handling_mode': decimal_handling_mode,
    'database_include': database_include, 'table_include': table_include, 'keeps_null_keys': compiled.keeps_null_keys,
    'truncates': truncates, 'time_column': time_column, 'error_table': error_table,
  } %}
  {% do tablestore.fail(options.subject, tablestore._cdc_problems(options, compiled)) %}
  {% set stream = tablestore._stream(relation, options) %}
  {% do options.update(reads_order=not stream.order, position=stream.position, tombstones=stream.tombstones) %}
  {% set sample = tablestore._sample(stream, options) %}
  {% set stored = compiled.relation if compiled.relation and not tablestore._is_unavailable(compiled.relation)
      else none %}
  {% set types = tablestore._stream_columns(sample, stored, options) %}
  {% do tablestore._assert_deletes_have_sequences(types, sample, options, compiled) %}
  {% do tablestore._warn_of_partial_updates(types, sample, options, compiled) %}
  {% do tablestore._warn_of_partial_rows_before(types, sample, options, compiled) %}
  {% do tablestore._assert_times_of_source(sample, options) if 'debezium' in sample.clocks %}
  {% set read = tablestore._types_of_values(types, sample) %}
  {% set rows = tablestore._rows_of_stream(stream, types, read, sample, stored, options) %}
  {% set annotation = tablestore._annotation('order', {'by': stream.ordered_by}) %}
  {{ return(rows[:-1] ~ '  ' ~ annotation ~ '\n)' if rows.endswith(')') else rows ~ '\n' ~ annotation) }}
{% endmacro %}

{#
  Warns if one of the first updates of GoldenGate has only the key and the changed columns, as is the default there: the
  others would become null. With `partial-update`, a null is no new value, so such updates are right.
#}
{% macro _warn_of_partial_updates(types, sample, options, compiled) %}
  {% set missing = [] %}
  {% for row in sample.updated if compiled.engine != 'partial-update' %}
    {% do missing.extend(types.keys() | reject('in', row) | list) %}
  {% endfor %}
  {% if missing %}
    {% do tablestore.warn(options.subject ~ ': an update has no value of ' ~ missing | unique | join(', ') ~ ', which '
        ~ 'counts as null and replaces the value before it: let GoldenGate write all columns (NOCOMPRESSUPDATES in the '
        ~ 'parameters of Extract, and supplemental logging of all columns), or write '
        ~ "merge_engine='partial-update', for which a null is no new value") %}
  {% endif %}
{% endmacro %}

{# The changes of a stream, as what follows FROM. `read` are the types with which values are read. #}
{% macro _rows_of_stream(stream, types, read, sample, stored, options) %}
  {% set leaves = {} %}
  {% for name, type in read.items() %}
    {% do leaves.update({name: tablestore._leaf_type(type)}) %}
  {% endfor %}
  {% set decoder = tablestore._decoder(leaves, options) %}
  {% set truncated = options.truncates == 'apply' and tablestore._finds_truncates(stream, decoder, options) %}
  {% do options.update(truncates='skip' if truncated else 'again') if options.truncates == 'apply' %}
  {% do options.update(numbers=decoder.numbers, checked_keys=tablestore._checked_keys(read, sample, options)) %}
  {% set messages = tablestore._parsed_messages(stream, decoder, options) | trim %}
  {% set changes = tablestore._changes_of_messages(messages, decoder, leaves, options) %}
  {% set unsent = tablestore._unsent_columns(stream, decoder, read, options) %}
  {% set rows = tablestore._direct_changes(stream, decoder, read, leaves, sample, options) | trim ~ changes.annotation
      if decoder.is_direct and not unsent
      else tablestore._typed_changes(changes.rows, decoder, read, sample, stream, options, unsent) | trim %}
  {# before these rows meet stored ones, which have texts #}
  {% set rows = rows if read == types else tablestore._as_texts(rows, types, read, unsent, sample,
      options) | trim %}
  {% set kept = none if options.is_aggregated else stored %}
  {% set rows = tablestore._with_kept_values(rows, types, unsent, kept, options) | trim if unsent else rows %}
  {{ return(tablestore._with_truncates(rows, types, messages, stored, decoder, options) | trim if truncated
      else rows) }}
{% endmacro %}

{#
  The types with which values are read: that of Debezium's schema for a STRING of its decimals, dates and times, which
  are bytes and numbers in messages, and VARIANT for a decimal that no DECIMAL holds, which its facts say as `as_text`.
  The text is made of the value, see `_text_of_value`.
#}
{% macro _types_of_values(types, sample) %}
  {% set read = dict(types) %}
  {% for name, type in types.items() if tablestore._type_family(type) == 'string' %}
    {% set facts = sample.facts.get(name, {}) %}
    {% do facts.update(as_text=true) if facts.get('text') == 'decimal' %}
    {% set known = 'variant' if facts.get('text') == 'decimal' else facts.get('type', type) %}
    {% do read.update({name: known}) if known.startswith('decimal') or known in ['date', 'timestamp_ntz']
        or facts.get('text') %}
  {% endfor %}
  {{ return(read) }}
{% endmacro %}

{#
  The columns of the key whose values are checked because the model would fail without them, {name: {type, facts}}: a
  value that does not fit is null if messages that are not understood are skipped, and is an error otherwise.
#}
{% macro _checked_keys(types, sample, options) %}
  {% set checked, keys = {}, options.primary_key | map('lower') | list %}
  {% for name, type in types.items() if options.ignore_parse_errors and name | lower in keys %}
    {% do checked.update({name: {'type': type, 'facts': tablestore._column_facts(name, type, sample, options)}}) %}
  {% endfor %}
  {{ return(checked) }}
{% endmacro %}

{#
  The changes with the texts of values that were read with another type than their column has. In the lambdas of a text,
  a column that has the name of one of their variables would be this variable without its alias.
#}
{% macro _as_texts(rows, types, read, unsent, sample, options) %}
{%- set selected = [] %}
{%- for name, type in types.items() %}
  {%- set column = tablestore._quote(name, exact=true) %}
  {%- set text = tablestore._text_of_value('c.' ~ column, sample.facts.get(name, {})) %}
  {%- do selected.append(column if type == read[name] else 'cast(' ~ text ~ ' as ' ~ type ~ ') as ' ~ column) %}
{%- endfor %}
(
  select
    {{ (selected + tablestore._cdc_added(options) + unsent.values() | list) | join(',\n    ') }}
  from {{ tablestore._indent(rows, 2) }} as c
)
{%- endmacro %}

{#
  The key of the rows of a stream, of which changes need not have the row before: that of the model, if it stores these
  rows. A sum needs the row before each change, and the key of its model is that of a group.
#}
{% macro _key_of_rows(compiled) %}
  {{ return(compiled.primary_key if compiled.engine != 'aggregation' else []) }}
{% endmacro %}

{#
  The parsed messages and the changes that each means, as {rows, annotation}: what follows FROM, with `_row_kind`,
  `_image`, `_n`, and `m`. If messages that are not understood are skipped, the annotation has the query that counts
  them.
#}
{% macro _changes_of_messages(messages, decoder, leaves, options) %}
  {% set annotation, rows = '', none %}
  {% if decoder.rows %}
    {% set checks = tablestore._message_checks(decoder, leaves, options) %}
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

{# The messages as {_value, _key, m, _order}: their text, the struct that it is or null, and their order. #}
{% macro _parsed_messages(stream, decoder, options) %}
{%- set rows = tablestore._message_rows(tablestore._message_fields(decoder, options), stream) -%}
(
  select *, {{ tablestore._indent(tablestore._message_order(stream, decoder), 2) }} as _order
  from (
    select
      {{ stream.selected.keys() | join(', ') }},
      {{ tablestore._message_content(decoder, options) | indent(6) }} as m
    from {{ tablestore._indent(rows | trim, 4) }}
  )
)
{%- endmacro %}
