{#
  The changes with typed columns, like those of `_typed_changes`, from messages that are parsed with the types of their
  columns, because Spark takes much longer to parse a number as text. A message that has anything else in it is parsed
  again, with leaves, see `_careful_message`. This is in lambdas, so it is no part of the code that Spark compiles.

  Each step is a query of its own, because Spark's optimizer would parse a message once for each use in the same one.
  The arrays of changes are made where they become rows, in the code that Spark compiles: a row of a query contains a
  copy of its arrays.

    decoder, leaves  how a message is parsed again
    sample           what the first messages say about all, see `_sample`
#}
{% macro _direct_changes(stream, decoder, types, leaves, sample, options) %}
{%- set selected, direct = [], tablestore._direct_decoder(types, sample, options) %}
{%- set arrays = tablestore._direct_arrays(direct, types, options) | indent(2) %}
{%- for name, type in types.items() %}
  {%- set column = tablestore._quote(name, exact=true) %}
  {%- set value = tablestore._direct_column(name, type, '_leaves', sample, options).value %}
  {%- do selected.append('coalesce(' ~ value ~ ', _image.' ~ column ~ ') as ' ~ column) %}
{%- endfor %}
(
  select
    {{ selected | join(',\n') | indent(4) }},
    _row_kind,
    concat_ws(' ', coalesce(_careful.position, _order), _n) as _cdc_order
  {%- if options.time_column %},
    if(_careful is null, _time, _careful.time) as {{ tablestore._quote(options.time_column) }}
  {%- endif %}
  from (
    select
      m,
      {{ tablestore._indent(tablestore._message_order(stream, direct), 6) }} as _order,
    {%- if options.time_column %}
      {{ direct.time }} as _time,
    {%- endif %}
      if(
        {{ tablestore._is_direct(direct, types, sample, options) | indent(8) }},
        null,
        {{ tablestore._indent(tablestore._careful_message(stream, decoder, types, leaves, direct.leaves, sample,
            options), 8) }}
      ) as _careful
    from (
      select *, {{ direct.message }} as m
      from {{ tablestore._indent(tablestore._message_rows(direct.fields, stream) | trim, 6) }}
    )
  )
  lateral view inline({{ arrays }}) as _row_kind, _leaves, _n, _image
)
{%- endmacro %}

{#
  How a message is parsed with the types of its columns: a decoder, with `leaves`, the type of its rows, `message`,
  which finds it in the parsed text, and `conditions`, when it is one. A text that could be both a message and one in an
  envelope is parsed again.
#}
{% macro _direct_decoder(types, sample, options) %}
  {% set positions = sample.positions.keys() | list if options.reads_order else [] %}
  {% set ordered_by = positions[0] if positions | length == 1 else none %}
  {% set options, leaves = dict(options, direct=true, ordered_by=ordered_by), {} %}
  {% for name, type in types.items() %}
    {% do leaves.update({name: tablestore._direct_column(name, type, '', sample, options).leaf}) %}
  {% endfor %}
  {% set decoder = tablestore._decoder(leaves, options) %}
  {% set is_wrapped = decoder.wraps and (options.schema_include or options.schema_include is none
      and sample.is_wrapped) %}
  {% set others, conditions = {}, tablestore._is_one_object() %}
  {% for name in ((decoder.fields if is_wrapped else ['payload']) if decoder.wraps and options.schema_include is none
      else []) if not is_wrapped or '<' in decoder.fields[name] %}
    {% do others.update({name: 'string'}) %}
    {% do conditions.append('get(j.objects, 0).' ~ tablestore._quote(name, exact=true) ~ ' is null') %}
  {% endfor %}
  {% set fields = {'payload': tablestore._struct_type(decoder.fields)} if is_wrapped else dict(decoder.fields) %}
  {% do fields.update(others) %}
  {% set row = (decoder.fields if is_wrapped else fields) if decoder.after == 'm' else leaves %}
  {{ return(dict(decoder, leaves=tablestore._struct_type(row),
      message='get(j.objects, 0)' ~ ('.payload' if is_wrapped else ''), conditions=conditions + decoder.is_ordered,
      fields=fields)) }}
{% endmacro %}

{# The changes that messages can mean, as pairs of a condition and a list of row kinds and rows. #}
{% macro _direct_cases(decoder, options) %}
  {% set after, before, cases = decoder.after, decoder.before, [] %}
  {% for words, changes in [
    (decoder.updates, [('-U', before), ('+U', after)] if before else []),
    (decoder.updates, [('+U', after)] if options.primary_key or not before else []),
    (decoder.inserts, [('+I', after)]),
    (decoder.deletes, [('-D', decoder.deleted)]),
  ] if changes %}
    {% do cases.append((tablestore._is_one_of(decoder.op, words) ~ ' and ' ~ changes | map('last')
        | join(' is not null and ') ~ ' is not null', changes)) %}
  {% endfor %}
  {{ return(cases) }}
{% endmacro %}

{# Whether a message has the form and the values that are expected of it. #}
{% macro _is_direct(decoder, types, sample, options) %}
  {% set problems, conditions = [], decoder.conditions | list %}
  {% set shapes = tablestore._direct_cases(decoder, options) | map('first') | join('\n  or ') %}
  {% for row in [decoder.before, decoder.after] if row %}
    {% for name, type in types.items() %}
      {% set column = tablestore._direct_column(name, type, row, sample, options) %}
      {% do problems.extend(column.problems) %}
      {% do problems.append(row ~ ' is not null and ' ~ column.value ~ ' is null') if name in options.checked_keys %}
    {% endfor %}
  {% endfor %}
  {% for name in ['database', 'table'] if options[name ~ '_include'] %}
    {% do conditions.append(decoder[name] ~ ' is not null') %}
  {% endfor %}
  {{ return((conditions + ['(\n  ' ~ shapes ~ '\n)']
      + (['not (\n  ' ~ problems | join('\n  or ') ~ '\n)'] if problems else [])) | join('\nand ')) }}
{% endmacro %}

{# The changes of a message, as an array, in the code that Spark compiles. #}
{% macro _direct_arrays(decoder, types, options) %}
  {% set image = "'image', cast(null as " ~ tablestore._struct_type(types) ~ ')' %}
  {# of a message without changes, null would be an array that Spark filters out first #}
  {% set branches = ['when _careful is not null then coalesce(_careful.changes, array())'] %}
  {% for name in ['database', 'table'] if options[name ~ '_include'] %}
    {% do branches.append('when not ' ~ tablestore._is_included(decoder, options, name) ~ ' then array()') %}
  {% endfor %}
  {% for condition, changes in tablestore._direct_cases(decoder, options) %}
    {% do branches.append('when ' ~ condition ~ ' then ' ~ tablestore._change_array(changes, 'leaves', image)) %}
  {% endfor %}
  {{ return(tablestore._wrapped_case(branches, 'array()')) }}
{% endmacro %}

{#
  How a column is read from messages whose values have the form that is expected of them, as {leaf, value, problems}.

    leaf         the type with which its values are parsed; a value of another JSON type makes the message a bad one
    value        the column, as SQL over `row`, the struct of leaves
    problems     the conditions that a value does not have the form that is expected
    sample       what the first messages say about all, see `_sample`
#}
{% macro _direct_column(name, type, row, sample, options) %}
  {% set facts, numbers = tablestore._column_facts(name, type, sample, options), options.numbers %}
  {% set leaf, value, parsed = row ~ '.' ~ tablestore._quote(name, exact=true), none, tablestore._leaf_type(type) %}
  {% set family, kind = tablestore._type_family(type), type | lower %}
  {% set fits = family in ['string', 'boolean'] or (kind == 'variant' and not facts.as_text) %}
  {% if family == 'decimal' and facts.is_text and tablestore._precision_and_scale(type)[0] <= 15
      and (not numbers or facts.mode in ['string', 'double']) %}
    {# of a number that is text for Spark, fifteen digits are exact #}
    {% set parsed, value = 'string', 'try_cast(' ~ leaf ~ ' as ' ~ type ~ ')' %}
  {% elif facts.is_text %}
    {% set value = none %}
  {% elif kind in ['int', 'integer', 'bigint', 'long', 'double', 'boolean'] %}
    {% set parsed, value, fits = type, leaf, true %}
  {% elif family == 'integer' %}
    {% set parsed, value = 'int', 'try_cast(' ~ leaf ~ ' as ' ~ type ~ ')' %}
  {% elif numbers and family == 'date' %}
    {% set parsed, value, fits = 'int', 'date_from_unix_date(' ~ leaf ~ ')', true %}
  {% elif numbers and family == 'timestamp' %}
    {% set parsed, value = 'bigint', tablestore._time_of_number(leaf, kind, facts.unit) %}
    {% set fits = facts.unit in ['micros', 'nanos'] %}
  {% endif %}
  {% set value = value or tablestore._value_of_leaf(leaf, type, numbers, facts, options) %}
  {% set unavailable = tablestore._is_unavailable_value(leaf, type) if numbers else none %}
  {% set unfit = value ~ ' is null and ' ~ tablestore._is_sent(leaf, parsed) if not fits else none %}
  {{ return({'leaf': parsed, 'value': value, 'problems': [unavailable, unfit] | select | list}) }}
{% endmacro %}

{#
  A message of which nothing is expected, as {changes, position, time}: its values are parsed as leaves. If it is not
  understood, it is an error, or has no changes.
#}
{% macro _careful_message(stream, decoder, types, leaves, direct_leaves, sample, options) %}
  {% set values, checks = [], [] %}
  {% for name, type in types.items() %}
    {% set leaf = 'c.image.' ~ tablestore._quote(name, exact=true) %}
    {% set facts = tablestore._column_facts(name, type, sample, options) %}
    {% do values.append(tablestore.string_literal(name) ~ ', '
        ~ tablestore._sent_value(name, type, leaf, decoder, facts, options, {}, checks, 'v.')) %}
  {% endfor %}
  {% set change = "named_struct('kind', c.kind, 'leaves', cast(null as " ~ direct_leaves ~ "), 'n', c.n, 'image', v)" %}
  {% if checks and not options.ignore_parse_errors %}
    {% set change = 'if(\n  ' ~ checks | map('first') | join('\n  or ') ~ ',\n  '
        ~ tablestore._unfit_values(checks, options) ~ ',\n  ' ~ change ~ '\n)' %}
  {% endif %}
  {% set change = tablestore._let('v', tablestore._wrapped_call('named_struct', values), change) %}
  {% set changes = 'transform(\n  ' ~ tablestore._changes_of_row(decoder, leaves, options) | indent(2) ~ ',\n  c -> '
      ~ change | indent(2) ~ '\n)' %}
  {% set message = tablestore._message_struct(changes, tablestore._message_order(stream, decoder), decoder.time,
      options) %}
  {% set parsed = tablestore._parsed_object('_value', tablestore._message_fields(decoder, options)) %}
  {% set content = tablestore._message_content(decoder, options) %}
  {{ return(tablestore._let('j', parsed, tablestore._let('m', content, message))) }}
{% endmacro %}
