{#
  The changes with typed columns, their row kind and their order. The bytes of a decimal, and the digits of a long one,
  are columns of the query, because its value needs them several times. So is whether a value was not sent, for the
  columns in `unsent`. All values are checked in one place, which no query can leave out: an error for each column would
  make the code of a row too long for Java's compiler.
#}
{% macro _typed_changes(changes, decoder, types, sample, stream, options, unsent) %}
{%- set bytes, magnitudes, values, checks = {}, [], {}, [] %}
{%- if options.time_column and options.time_column | lower in types.keys() | map('lower') | list %}
  {%- do tablestore.fail(options.subject, ["time_column: '" ~ options.time_column ~ "' is a column of the messages; "
      ~ 'name another one']) %}
{%- endif %}
{%- for name, type in types.items() %}
  {%- set leaf, column = '_image.' ~ tablestore._quote(name, exact=true), '_bytes_' ~ loop.index %}
  {%- set facts = tablestore._column_facts(name, type, sample, options) %}
  {%- if decoder.numbers and tablestore._type_family(type) == 'decimal' and facts.mode not in ['string', 'double'] %}
    {%- do bytes.update({column: tablestore._decimal_bytes(leaf, facts.mode)}) %}
    {%- do facts.update(bytes=column) %}
    {%- do magnitudes.append(tablestore._decimal_magnitude(column) ~ ' as ' ~ column ~ '_magnitude')
        if tablestore._precision_and_scale(type)[0] > 16 %}
  {%- endif %}
  {%- do values.update({name: tablestore._sent_value(name, type, leaf, decoder, facts, options, unsent, checks)}) %}
  {%- do values.update({unsent[name]: tablestore._is_unavailable_value(leaf, type)}) if name in unsent %}
{%- endfor %}
{%- set rows -%}
(
  select
    {{ stream.selected.keys() | join(', ') }},
    _row_kind,
    _image,
  {%- for name, value in bytes.items() %}
    {{ value }} as {{ name }},
  {%- endfor %}
    {{ tablestore._cdc_order(decoder) }} as _cdc_order
  {%- if options.time_column %},
    {{ decoder.time }} as {{ tablestore._quote(options.time_column) }}
  {%- endif %}
  from {{ tablestore._indent(changes | trim, 2) }}
)
{%- endset %}
{%- set rows = '(\n  select *, ' ~ magnitudes | join(', ') ~ '\n  from ' ~ rows | indent(2) ~ '\n)' if magnitudes
    else rows %}
{{ tablestore._checked_rows(rows, values, checks, stream, options) | trim }}
{%- endmacro %}

{# The rows with their values. With checks, an error if one is true. #}
{% macro _checked_rows(rows, values, checks, stream, options) %}
{%- set selected, checking = [], checks and not options.ignore_parse_errors %}
{%- for name, value in values.items() %}
  {%- do selected.append(value | indent(4) ~ ' as ' ~ tablestore._quote(name, exact=true)) %}
{%- endfor %}
{%- set values_of_rows -%}
(
  select
    {{ (selected + (stream.selected.keys() | list + ['_image'] if checking else []) + tablestore._cdc_added(options))
        | join(',\n    ') }}
  from {{ tablestore._indent(rows, 2) }}
)
{%- endset %}
{%- if not checking %}{{ return(values_of_rows) }}{% endif %}
{%- set conditions, texts = [], [] %}
{%- for condition, text in checks %}
  {%- do conditions.append(condition) %}
  {%- do texts.append('if(' ~ condition ~ ', ' ~ tablestore.string_literal(text) ~ ', null)') %}
{%- endfor %}
{%- set problem = "' has ', concat_ws('; ', " ~ texts | join(', ') ~ ')' %}
(
  select * except ({{ (stream.selected.keys() | list + ['_image', '_fits']) | join(', ') }})
  from {{ tablestore._indent(values_of_rows, 2) }}
  lateral view explode(if(
    {{ conditions | join('\n    or ') }},
    {{ tablestore._not_understood(options, problem) }},
    array(true)
  )) as _fits
)
{%- endmacro %}

{#
  The value of a column, as SQL, null if it does not fit; and the check of that in `checks`, as a condition and what the
  message has then. A value that was not sent is null where the one before it is found, see `_with_kept_values`.
#}
{% macro _sent_value(name, type, leaf, decoder, facts, options, unsent, checks) %}
  {% set value = tablestore._decimal_value(leaf, facts.bytes, type, facts.scale, facts.mode) if facts.bytes
      else tablestore._leaf_value(leaf, type, decoder.numbers, facts, options) %}
  {% set unavailable = tablestore._is_unavailable_value(leaf, type) if decoder.numbers else none %}
  {% set column, is_variant = tablestore._quote(name, exact=true), tablestore._leaf_type(type) == 'variant' %}
  {% if unavailable and name not in unsent %}
    {% do checks.append([unavailable, 'no value of column ' ~ name ~ ', which its update did not change: '
        ~ ('it came while the model was compiled; run it again' if options.primary_key
            else 'give the model a primary_key, and the value is kept')]) %}
  {% endif %}
  {% if tablestore._type_family(type) not in ['string', 'boolean'] and type | lower != 'variant' %}
    {% set missing = leaf ~ ' is not null' ~ (' and not is_variant_null(' ~ leaf ~ ')' if is_variant else '') %}
    {% set missing = missing ~ (' and not ' ~ unavailable if unavailable else '') %}
    {% do checks.append([column ~ ' is null and ' ~ missing,
        'a value in column ' ~ name ~ ' that is not of type ' ~ type ~ facts.advice]) %}
  {% endif %}
  {{ return('if(' ~ unavailable ~ ', null, ' ~ value ~ ')' if unavailable else value) }}
{% endmacro %}

{#
  What is known of the numbers of a column: the unit of a time, the digits after the point of a decimal in bytes, and
  how decimals are written, each none if it is not known; and what to write then.
#}
{% macro _column_facts(name, type, sample, options) %}
  {% set family, known = tablestore._type_family(type), sample.facts.get(name, {}) %}
  {% set units = options.timestamp_unit %}
  {% set unit = units.get(name) if units is mapping else units %}
  {% set facts = {'unit': unit or known.get('unit'), 'scale': known.get('scale'), 'bytes': none,
      'mode': options.decimal_handling_mode or ('precise' if 'scale' in known else none), 'advice': ''} %}
  {% if family == 'timestamp' and not facts.unit %}
    {% do facts.update(advice="; if it is a number, write its unit: timestamp_unit='micros'") %}
  {% elif family == 'decimal' and not facts.mode %}
    {% do facts.update(advice="; write the decimal.handling.mode of the source: decimal_handling_mode='precise' or "
        ~ "'string'") %}
  {% endif %}
  {{ return(facts) }}
{% endmacro %}


{#
  A leaf as a value of a type, as SQL; null if it does not fit. Text is read as Flink reads it.

    numbers  whether dates, times and decimals can be numbers and bytes, as Debezium writes them
    facts    what is known of numbers, see `_column_facts`
    options  those of `cdc`
#}
{% macro _leaf_value(leaf, type, numbers, facts, options) %}
  {% set family, type = tablestore._type_family(type), type | lower if '<' not in type else type %}
  {% if family == 'string' or type == 'variant' %}
    {{ return(leaf if type in ['string', 'variant'] else 'cast(' ~ leaf ~ ' as ' ~ type ~ ')') }}
  {% elif family == 'boolean' %}
    {{ return('(lower(trim(' ~ leaf ~ ")) = 'true')") }}
  {% elif family == 'binary' %}
    {{ return('try_to_binary(' ~ leaf ~ ", 'base64')") }}
  {% elif family == 'date' %}
    {# Spark would read 2022 and 19000 as dates #}
    {% set date = 'if(length(' ~ leaf ~ ') = 10, try_cast(' ~ leaf ~ ' as date), null)' %}
    {{ return('coalesce(' ~ date ~ ', date_from_unix_date(try_cast(' ~ leaf ~ ' as int)))' if numbers else date) }}
  {% elif family == 'timestamp' %}
    {% set time = tablestore._time_of_text(leaf, type, options.timestamp_format) %}
    {{ return('coalesce(' ~ tablestore._time_of_number(leaf, type, facts.unit) ~ ', ' ~ time ~ ')' if numbers
        else time) }}
  {% elif family == 'decimal' %}
    {# most decimals are text, and Spark compiles its cast, which it does not do for a variant #}
    {{ return('try_cast(try_variant_get(' ~ leaf ~ ", '$', 'string') as " ~ type ~ ')') }}
  {% elif tablestore._leaf_type(type) == 'variant' %}
    {{ return('try_variant_get(' ~ leaf ~ ", '$', " ~ tablestore.string_literal(type) ~ ')') }}
  {% endif %}
  {{ return('try_cast(' ~ leaf ~ ' as ' ~ type ~ ')') }}
{% endmacro %}

{#
  A time that is text, in SQL's form, with a T, or in both. A column without a time zone takes UTC and no other offset,
  which would be dropped.
#}
{% macro _time_of_text(leaf, type, format) %}
  {% set between = {'SQL': "= ' '", 'ISO-8601': "= 'T'"}.get(format, "in (' ', 'T')") %}
  {% set conditions = ['substr(' ~ leaf ~ ', 11, 1) ' ~ between,
      'length(' ~ leaf ~ ') >= ' ~ (19 if format == 'SQL' else 16)] %}
  {% for sign in ['+', '-'] if type == 'timestamp_ntz' %}
    {% do conditions.append('instr(substr(' ~ leaf ~ ", 17), '" ~ sign ~ "') = 0") %}
  {% endfor %}
  {{ return('if(' ~ conditions | join(' and ') ~ ', try_cast(' ~ leaf ~ ' as ' ~ type ~ '), null)') }}
{% endmacro %}

{#
  A time that is a number of milli-, micro- or nanoseconds since 1970, in UTC. If the unit is not known, it is the one
  that gives a time between 1653 and 2286; a number that could have two units does not fit.
#}
{% macro _time_of_number(leaf, type, unit) %}
  {% set number = 'try_cast(' ~ leaf ~ ' as bigint)' %}
  {% set nanos = '(' ~ number ~ ' - pmod(' ~ number ~ ', 1000L)) div 1000L' %}
  {% set micros = {'millis': 'try_multiply(' ~ number ~ ', 1000L)', 'micros': number, 'nanos': nanos}.get(unit) %}
  {% if not micros %}
    {% set size = 'abs(' ~ number ~ ')' %}
    {% set micros = tablestore._wrapped_case([
      'when ' ~ size ~ ' < 10000000000000L then ' ~ number ~ ' * 1000L',
      'when ' ~ size ~ ' between 300000000000000L and 10000000000000000L then ' ~ number,
      'when ' ~ size ~ ' > 300000000000000000L then ' ~ nanos,
    ]) | indent(2) %}
  {% endif %}
  {% if type == 'timestamp_ntz' %}
    {{ return('timestampadd(microsecond, ' ~ micros ~ ", timestamp_ntz '1970-01-01 00:00:00')") }}
  {% endif %}
  {{ return('timestamp_micros(' ~ micros ~ ')') }}
{% endmacro %}
