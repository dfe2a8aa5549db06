{#
  Whether the messages empty their table, as text that only such a message has. It is searched when the model is
  compiled, so that messages are only parsed again, to delete all keys, if there is a truncate.
#}
{% macro _finds_truncates(stream, decoder) %}
  {% if not stream.types or not decoder.truncates %}
    {{ return(false) }}
  {% endif %}
  {% set pattern = '"(op|__op|op_type|type|operation)"\\s*:\\s*"' ~ decoder.truncates[0] ~ '"' %}
  {{ return(tablestore.query_rows('select 1 as found from ' ~ stream.rows ~ ' where '
      ~ (stream.conditions + [stream.value ~ ' rlike ' ~ tablestore.string_literal(pattern)]) | join(' and ')
      ~ ' limit 1') | length > 0) }}
{% endmacro %}

{#
  The changes with the deletes of truncates: each key of the table and of the changes is deleted in the place of the
  last truncate, so changes after it remain.

    rows      the typed changes, as what follows FROM
    messages  the parsed messages, as what follows FROM
    stored    the table with the rows so far; none if there is none
#}
{% macro _with_truncates(rows, types, messages, stored, decoder, options) %}
{%- set keys, lower_keys, selected = tablestore._quoted(options.primary_key), [], [] %}
{%- for key in keys %}
  {%- do lower_keys.append(tablestore._unquoted(key) | lower) %}
{%- endfor %}
{%- for name, type in types.items() %}
  {%- set column = tablestore._quote(name, exact=true) %}
  {%- do selected.append(column if name | lower in lower_keys else 'cast(null as ' ~ type ~ ') as ' ~ column) %}
{%- endfor %}
{%- set conditions = [tablestore._is_one_of(decoder.op, decoder.truncates)] %}
{%- for name in ['database', 'table'] if options[name ~ '_include'] %}
  {%- do conditions.append(tablestore._is_included(decoder, options, name)) %}
{%- endfor %}
(
  select *
  from {{ tablestore._indent(rows, 2) }}
  union all
  select {{ (selected + ["'-D' as _row_kind"] + tablestore._cdc_added(options)[1:]) | join(', ') }}
  from (
    select {{ 'distinct ' if not stored }}{{ keys | join(', ') }} from {{ tablestore._indent(rows, 4) }}
  {%- if stored %}
    union
    select {{ keys | join(', ') }} from {{ stored }}
  {%- endif %}
  )
  cross join (
    select max({{ tablestore._cdc_order(decoder) }}) as _cdc_order
    {%- if options.time_column %},
      max_by({{ decoder.time }}, {{ tablestore._cdc_order(decoder) }}) as {{ tablestore._quote(options.time_column) }}
    {%- endif %}
    from (select *, 0 as n, '0' as _n from {{ tablestore._indent(messages, 4) }})
    where {{ conditions | join(' and ') }}
  )
  where _cdc_order is not null
)
{%- endmacro %}
