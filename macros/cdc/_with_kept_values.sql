{#
  The changes with the values that were not sent: those of the last new row of the key before, or of the stored row. If
  there is neither, or if the row was deleted since, nobody knows the value, and the message is not understood. A row
  before a change says nothing: PostgreSQL can leave out all of its columns but those of the key.

    rows    the typed changes, as what follows FROM
    unsent  name of a column -> the column that says whether its value was sent
    stored  the table with the rows so far; none if there is none
#}
{% macro _with_kept_values(rows, types, unsent, stored, options) %}
{%- set keys = tablestore._quoted(options.primary_key) %}
{%- set kinds, kept, matches, selected = tablestore._known_types(stored) if stored else {}, [], [], [] %}
{%- set ordered = kinds.get('_cdc_order') == 'string' and not options.versions %}
{%- for name in unsent if name | lower in kinds %}
  {%- do kept.append(tablestore._quote(name, exact=true)) %}
{%- endfor %}
{%- for key in keys %}
  {%- do matches.append('c.' ~ key ~ ' <=> s.' ~ key) %}
{%- endfor %}
{%- for name in types %}
  {%- set column = tablestore._quote(name, exact=true) %}
  {%- set value = tablestore._kept_value(name, unsent[name], column in kept, ordered, options) if name in unsent %}
  {%- do selected.append(value | indent(4) ~ ' as ' ~ column if value else 'c.' ~ column) %}
{%- endfor %}
(
  select
    {{ selected | join(',\n    ') }},
    {{ tablestore._cdc_added(options, 'c.') | join(',\n    ') }}
  from (
    select
      *,
    {%- for name, column in unsent.items() %}
      {{ tablestore._value_before(name, column, keys) | indent(6) }} as {{ column }}_before
      {{- ',' if not loop.last }}
    {%- endfor %}
    from {{ tablestore._indent(rows, 4) }}
  ) as c
{%- if kept %}
  left join (
    select {{ (keys + kept) | join(', ') }}, true as _is_stored{{ ', _cdc_order as _stored_order' if ordered }}
    from {{ stored }}
    {%- if options.versions %}
    where {{ tablestore._is_current_version(stored, options.versions) }}
    {%- endif %}
  ) as s
    on {{ matches | join(' and ') }} and (c.{{ unsent.values() | join(' or c.') }})
{%- endif %}
)
{%- endmacro %}

{#
  The value of a column in the last row of the key before a row, as {kind, value, at}; null if there is none. Of a row
  that was deleted, it is the delete.
#}
{% macro _value_before(name, is_unsent, keys) %}
  {% set value = "named_struct('kind', _row_kind, 'value', " ~ tablestore._quote(name, exact=true)
      ~ ", 'at', _cdc_order)" %}
  {{ return("last_value(\n  if(_row_kind = '-D' or (_row_kind <> '-U' and not " ~ is_unsent ~ '), ' ~ value
      ~ ', null),\n  true\n) over (\n  partition by ' ~ keys | join(', ')
      ~ ' order by _cdc_order rows between unbounded preceding and 1 preceding\n)') }}
{% endmacro %}

{#
  The value of a column that may not have been sent. A row before a change needs none. The stored row is later than the
  row before it where messages come late, if it has the order of its message.
#}
{% macro _kept_value(name, is_unsent, is_stored, ordered, options) %}
  {% set column = tablestore._quote(name, exact=true) %}
  {% set branches = [
    'when not c.' ~ is_unsent ~ ' then c.' ~ column,
    'when s._stored_order > c.' ~ is_unsent ~ '_before.at and s._stored_order < c._cdc_order then s.' ~ column
        if is_stored and ordered,
    'when c.' ~ is_unsent ~ "_before.kind <> '-D' then c." ~ is_unsent ~ '_before.value',
    'when c.' ~ is_unsent ~ '_before is null and s._is_stored then s.' ~ column if is_stored,
    "when c._row_kind in ('-U', '-D') then null",
  ] %}
  {{ return(tablestore._wrapped_case(branches | select | list, tablestore._not_understood(options,
      tablestore.string_literal(' has no value of column ' ~ name ~ ', which its update did not change, and no row '
      ~ 'before it has one: send the whole row again')))) }}
{% endmacro %}

{# The condition that a row of a history is the current version of its key: it has no end, and is no delete. #}
{% macro _is_current_version(stored, versions) %}
  {% set types, conditions = tablestore._known_types(stored), [] %}
  {% set end = 'cast(' ~ versions.open_until ~ ' as ' ~ types.get(versions.valid_to | lower) ~ ')' %}
  {% for name, condition in [(versions.valid_to, ' <=> ' ~ end if versions.open_until else ' is null'),
      (versions.system_to, ' is null'), (versions.is_deleted, " <> 'True'")] if name and name | lower in types %}
    {% do conditions.append(tablestore._quote(name) ~ condition) %}
  {% endfor %}
  {{ return(conditions | join(' and ') or 'true') }}
{% endmacro %}
