{#
  The changes with the values that were not sent: those of the change of the key before, or of the stored row.

    rows    the typed changes, as what follows FROM
    unsent  name of a column -> the column that says whether its value was sent
    stored  the table with the rows so far; none if there is none
#}
{% macro _with_kept_values(rows, types, unsent, stored, options) %}
{%- set keys = tablestore._quoted(options.primary_key) %}
{%- set names = tablestore._known_columns(stored) | map(attribute='name') | map('lower') | list if stored else [] %}
{%- set kept, matches, selected = [], [], [] %}
{%- for name in unsent if name | lower in names %}
  {%- do kept.append(tablestore._quote(name, exact=true)) %}
{%- endfor %}
{%- for key in keys %}
  {%- do matches.append('c.' ~ key ~ ' <=> s.' ~ key) %}
{%- endfor %}
{%- for name in types %}
  {%- set column = tablestore._quote(name, exact=true) %}
  {%- do selected.append('c.' ~ column if name not in unsent else tablestore._wrapped_case([
    'when not c.' ~ unsent[name] ~ ' then c.' ~ column,
    'when c.' ~ unsent[name] ~ '_before is not null then c.' ~ unsent[name] ~ '_before.value',
  ], 's.' ~ column if column in kept else 'null') | indent(4) ~ ' as ' ~ column) %}
{%- endfor %}
(
  select
    {{ selected | join(',\n    ') }},
    {{ tablestore._cdc_added(options, 'c.') | join(',\n    ') }}
  from (
    select
      *,
    {%- for name, column in unsent.items() %}
      last_value(if({{ column }}, null, named_struct('value', {{ tablestore._quote(name, exact=true) }})), true)
        over (partition by {{ keys | join(', ') }} order by _cdc_order) as {{ column }}_before
      {{- ',' if not loop.last }}
    {%- endfor %}
    from {{ tablestore._indent(rows, 4) }}
  ) as c
{%- if kept %}
  left join (select {{ (keys + kept) | join(', ') }} from {{ stored }}) as s
    on {{ matches | join(' and ') }} and (c.{{ unsent.values() | join(' or c.') }})
{%- endif %}
)
{%- endmacro %}
