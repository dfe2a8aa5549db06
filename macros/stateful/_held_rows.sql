{#
  The rows of an input with the steps between which the operator has them: after the step `_from` (0 for rows that were
  there before) and up to the step `_to` (null for rows that are still there). `_at` is when a row was written, in
  microseconds; it is null if the row was written before the changes that are read.

    touched  whether only rows with a touched operator key are read. If rows expire, all are read: a key that is written
             again does not retract the expired row, which may have another operator key
#}
{% macro _held_rows(input, operator, steps, touched=false) %}
  {% set changes %}
select _step, _after, {{ input.columns | join(', ') }}, _at
from {{ input.name }}_held
lateral view inline(array(struct(_to as _step, 0 as _after), struct(_from as _step, 1 as _after))) as _step, _after
where _step > 0 and not (_from <=> _to)
  {%- endset %}
  {{ return([
    tablestore._cte(input.name ~ '_events', tablestore._row_events(input, operator, steps, touched)),
    tablestore._cte(input.name ~ '_held', tablestore._row_spans(input)),
    tablestore._cte(input.name ~ '_changes', changes),
  ]) }}
{% endmacro %}

{# The changes of an input, each with its step and its time. #}
{% macro _row_events(input, operator, steps, touched) %}
{% set written_at = 'unix_micros(_committed_at)' %}
{% if steps %}
  {% set written_at = 'coalesce(get(' ~ steps.times ~ ', _step - 1), ' ~ written_at ~ ')' %}
{% endif %}
select {{ input.columns | join(', ') }}, _row_kind, _commit, {{ input.step }} as _step, {{ written_at }} as _at
from {{ input.upstream.log }} as log
{%- if touched and input.operator_key %}
left semi join touched on {{ tablestore._key_condition(input.operator_key, 'log', 'touched', '<=>') }}
{%- endif %}
where _commit >= {{ input.first }} and _commit <= {{ input.upstream.until }}
{%- endmacro %}

{#
  From one change of a row to the next. A retraction whose row was written before the changes that are read contains that
  row. Without a TTL, the rows without a change are those of the table; if rows expire, all rows have changes.
#}
{% macro _row_spans(input) %}
{% set is_row = "_row_kind in ('+I', '+U')" %}
{% set changes = '(partition by ' ~ input.primary_key | join(', ') ~ ' order by _commit, ' ~ is_row ~ ')' %}
select {{ input.columns | join(', ') }}, if({{ is_row }}, _step, 0) as _from, if({{ is_row }}, _next, _step) as _to,
  if({{ is_row }}, _at, null) as _at
from (
  select *, lead(_step) over {{ changes }} as _next, lag(_step) over {{ changes }} as _previous
  from {{ input.name }}_events
)
where if({{ is_row }}, coalesce(_next > 0, true), _previous is null and _step > 0)
{%- if not input.upstream.expires and not input.ttl %}
union all
select {{ input.columns | join(', ') }}, 0 as _from, null as _to, null as _at
from {{ tablestore._indent(input.rows, 0) }} as stored
left anti join {{ input.name }}_events as changed on {{ tablestore._columns_condition(input.primary_key, 'stored', 'changed', input.upstream.key_equals) }}
{%- endif %}
{%- endmacro %}
