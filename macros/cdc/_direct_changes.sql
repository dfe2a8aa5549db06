{#
  The changes with typed columns, like those of `_typed_changes`, from messages that are parsed with the types of their
  columns, because Spark takes much longer to parse a number as text. A message that has anything else in it is parsed
  again, with leaves, see `_careful_message`. This is in lambdas, so it is no part of the code that Spark compiles.

  Each step is a query of its own, because Spark's optimizer would parse a message once for each use in the same one.

    decoder, leaves  how a message is parsed again
    sample           what the first messages say about all, see `_sample`
#}
{% macro _direct_changes(stream, decoder, types, leaves, sample, options) %}
{%- set selected, direct = [], tablestore._direct_decoder(types, sample, options) %}
{%- for name, type in types.items() %}
  {%- set column = tablestore._quote(name, exact=true) %}
  {%- set value = tablestore._direct_column(name, type, '_leaves', sample, options).value %}
  {%- do selected.append('coalesce(' ~ value ~ ', _image.' ~ column ~ ') as ' ~ column) %}
{%- endfor %}
(
  select
    {{ selected | join(',\n') | indent(4) }},
    _row_kind,
    concat_ws(' ', _message.position, _n) as _cdc_order
  {%- if options.time_column %},
    _message.time as {{ tablestore._quote(options.time_column) }}
  {%- endif %}
  from (
    select
      coalesce(
        {{ tablestore._direct_message(direct, types, sample, options) | indent(8) }},
        {{ tablestore._careful_message(stream, decoder, types, leaves, direct.leaves, sample, options) | indent(8) }}
      ) as _message
    from {{ tablestore._direct_rows(stream, direct, options) | trim | indent(4) }}
  )
  {#- of another expression, Spark would filter out the empty arrays first, and compute it twice #}
  lateral view inline(coalesce(_message.changes, array())) as _row_kind, _leaves, _n, _image
)
{%- endmacro %}

{# The messages with their order and their time. #}
{% macro _direct_rows(stream, decoder, options) %}
(
  select
    {{ stream.selected.keys() | join(', ') }},
    m,
  {%- if options.time_column %}
    {{ decoder.time }} as _time,
  {%- endif %}
    {{ tablestore._message_order(stream, decoder) | indent(4) }} as _order
  from (
    select *, {{ decoder.message }} as m
    from {{ tablestore._message_rows(decoder.fields, stream) | trim | indent(4) }}
  )
)
{%- endmacro %}

{#
  How a message is parsed with the types of its columns: a decoder, with `leaves`, the type of its rows, and `message`,
  which finds it in the parsed text. What follows it in the text is ignored, so it is looked at. A text that could be
  both a message and one in an envelope is parsed again.
#}
{% macro _direct_decoder(types, sample, options) %}
  {% set options, leaves = dict(options, direct=true), {} %}
  {% for name, type in types.items() %}
    {% do leaves.update({name: tablestore._direct_column(name, type, '', sample, options).leaf}) %}
  {% endfor %}
  {% set decoder = tablestore._decoder(leaves, options) %}
  {% set is_wrapped = decoder.wraps and (options.schema_include or options.schema_include is none
      and sample.is_wrapped) %}
  {% set others, conditions = {}, ['j._bad is null'] %}
  {% for name in ((decoder.fields if is_wrapped else ['payload']) if decoder.wraps and options.schema_include is none
      else []) if not is_wrapped or '<' in decoder.fields[name] %}
    {% do others.update({name: 'string'}) %}
    {% do conditions.append('j.' ~ tablestore._quote(name, exact=true) ~ ' is null') %}
  {% endfor %}
  {% set fields = {'payload': tablestore._struct_type(decoder.fields)} if is_wrapped else dict(decoder.fields) %}
  {% do fields.update(others) %}
  {% set row = (decoder.fields if is_wrapped else dict(fields, _bad='string')) if decoder.after == 'm' else leaves %}
  {% set found = 'if(' ~ (conditions + [tablestore._message_is_whole()]) | join(' and ') ~ ', j'
      ~ ('.payload' if is_wrapped else '') ~ ', null)' %}
  {{ return(dict(decoder, leaves=tablestore._struct_type(row), message=found, fields=fields)) }}
{% endmacro %}

{# A message that has the expected form, with rows of leaves; null if it has not. #}
{% macro _direct_message(decoder, types, sample, options) %}
  {% set op, after, before, branches, problems = decoder.op, decoder.after, decoder.before, [], [] %}
  {% for row in [before, after] if row %}
    {% for name, type in types.items() %}
      {% do problems.extend(tablestore._direct_column(name, type, row, sample, options).problems) %}
    {% endfor %}
  {% endfor %}
  {% do branches.append('when ' ~ problems | join('\n  or ') ~ ' then null') if problems %}
  {% for name in ['database', 'table'] if options[name ~ '_include'] %}
    {% do branches.append('when m is not null and not ' ~ tablestore._is_included(decoder, options, name) ~ ' then '
        ~ tablestore._message_struct('array()', '_order', '_time', options)) %}
  {% endfor %}
  {% set cases = [
    [decoder.updates, [('-U', before), ('+U', after)] if before else []],
    [decoder.updates, [('+U', after)] if options.primary_key or not before else []],
    [decoder.inserts, [('+I', after)]],
    [decoder.deletes, [('-D', decoder.deleted)]],
  ] %}
  {% set image = "'image', cast(null as " ~ tablestore._struct_type(types) ~ ')' %}
  {% for words, changes in cases if changes %}
    {% set array = tablestore._change_array(changes, 'leaves', image) %}
    {% do branches.append('when ' ~ tablestore._is_one_of(op, words) ~ ' and '
        ~ changes | map('last') | join(' is not null and ') ~ ' is not null then '
        ~ tablestore._message_struct(array, '_order', '_time', options)) %}
  {% endfor %}
  {{ return(tablestore._wrapped_case(branches)) }}
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
  {% set fits = family in ['string', 'boolean'] or kind == 'variant' %}
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
  {% set parsed = tablestore._message_from_json('_value', tablestore._message_fields(decoder, options)) %}
  {% set content = tablestore._message_content(decoder, options) %}
  {{ return(tablestore._let('j', parsed, tablestore._let('m', content, message))) }}
{% endmacro %}
