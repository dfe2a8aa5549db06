{#
  The changes with typed columns, their row kind and their order. The bytes of a decimal, and the digits of a long one,
  are columns of the query, because its value needs them several times. So is whether a value was not sent, for the
  columns in `unsent`. All values are checked in one place, which no query can leave out: an error for each column would
  make the code of a row too long for Java's compiler.
#}
{% macro _typed_changes(changes, decoder, types, sample, stream, options, unsent) %}
{%- set bytes, magnitudes, values, checks = {}, [], {}, [] %}
{%- for name, type in types.items() %}
  {%- set leaf, column = '_image.' ~ tablestore._quote(name, exact=true), '_bytes_' ~ loop.index %}
  {%- set facts = tablestore._column_facts(name, type, sample, options) %}
  {%- if decoder.numbers and tablestore._type_family(type) == 'decimal' and facts.mode not in ['string', 'double']
      and not facts.text %}
    {%- do bytes.update({column: tablestore._decimal_bytes(leaf, facts)}) %}
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
{%- set rows = '(\n  select *, ' ~ magnitudes | join(', ') ~ '\n  from ' ~ tablestore._indent(rows, 2) ~ '\n)'
    if magnitudes else rows %}
{{ tablestore._checked_rows(rows, values, checks, stream, options, unsent) | trim }}
{%- endmacro %}

{#
  The rows with their values. With checks, an error if one is true. If values were not sent, the rows have also what
  such an error needs.
#}
{% macro _checked_rows(rows, values, checks, stream, options, unsent) %}
{%- set selected, checking = [], checks and not options.ignore_parse_errors %}
{%- set of_message = stream.selected.keys() | list %}
{%- set kept = (of_message if checking or unsent else []) + (['_image'] if checking else []) %}
{%- for name, value in values.items() %}
  {%- do selected.append(value | indent(4) ~ ' as ' ~ tablestore._quote(name, exact=true)) %}
{%- endfor %}
{%- set values_of_rows -%}
(
  select
    {{ (selected + kept + tablestore._cdc_added(options)) | join(',\n    ') }}
  from {{ tablestore._indent(rows, 2) }}
)
{%- endset %}
{%- if not checking %}{{ return(values_of_rows) }}{% endif %}
(
  select * except ({{ ((of_message if not unsent else []) + ['_image', '_fits']) | join(', ') }})
  from {{ tablestore._indent(values_of_rows, 2) }}
  lateral view explode(if(
    {{ checks | map('first') | join('\n    or ') }},
    {{ tablestore._unfit_values(checks, options) }},
    array(true)
  )) as _fits
)
{%- endmacro %}
