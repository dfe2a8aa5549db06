{#
  The rows of the result that differ before and after.

    columns  the columns of the result
    steps    the steps of the run, see `_steps`; none if all changes are one step
#}
{% macro _later_run(parts, operator, columns, source, steps) %}
{% set row = 'struct(* except (' ~ (['_version'] + operator.hidden) | join(', ') ~ '))' %}
{%- set version, step = ('_version % 2', ['_version div 2']) if steps else ('_version', []) %}
(
  {{ source.begin }}
  with {{ parts | map('trim') | join(',\n') | indent(2) }},
  pairs as (
    select
      {{ 'cast(_version div 2 + 1 as int) as _step,\n      ' if steps }}any_value({{ row }}) filter (where {{ version }} = 0) as _old,
      any_value({{ row }}) filter (where {{ version }} = 1) as _new
    from results
    {{- '\n    group by ' ~ (operator.identity + step) | join(', ') if operator.identity + step }}
  )
  {%- if steps %}
  select _row.*, _row_kind, get({{ steps.commits }}, _step - 1) as _commit, timestamp_micros(get({{ steps.times }}, _step - 1)) as _committed_at
  {%- else %}
  select _row.*, _row_kind, cast({{ source.commit }} as bigint) as _commit, {{ source.committed_at }} as _committed_at
  {%- endif %}
  from pairs
  lateral view inline(array(
    struct(if(_new is null, '-D', '-U') as _row_kind, _old as _row),
    struct(if(_old is null, '+I', '+U') as _row_kind, _new as _row)
  )) as _row_kind, _row
  where _row is not null
    and (_old is null or _new is null or {{ tablestore._differs(columns, '_old', '_new') | indent(4) }})
  {{- source.end }}
)
{%- endmacro %}
