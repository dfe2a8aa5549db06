{#
  The last event of each time with the number of its version. A version begins where the values differ from those
  before; a delete begins one if there is none that it could end, or if deletes are versions.
#}
{% macro _numbered_events(versions, records, stored) %}
{% set at, is_delete = versions.at.quoted, "_event._kind in ('-U', '-D')" %}
{% set tracked = tablestore._comparable_columns(versions.tracked, '_event._values.') %}
{% set over = 'over (partition by _key order by _at rows unbounded preceding)' %}
{% set state = [is_delete] + (['if(' ~ is_delete ~ ', null, ' ~ tablestore._wrapped_call('struct', tracked) ~ ')']
    if tracked else []) %}
last_events as (
  select
    _key,
    _values.{{ at }} as _at,
    max_by(struct(_values, _kind), {{ tablestore._event_order(versions) | indent(4) }}) as _event
    {{- ',\n    any_value(_stored, true) as _stored' if stored }}
  from events
  {{- '\n  where not _late' if versions.horizon }}
  group by _key, _values.{{ at }}
),
states as (
  select
    *,
    {{ is_delete }} as _is_delete,
    {{ tablestore._wrapped_call('struct', state) | indent(4) }} as _state
  from last_events
),
neighbours as (
  select
    *,
    {{- '\n    last_value(if(_is_delete, null, _event._values), true) ' ~ over ~ ' as _values,' if records }}
    lag(_state) over (partition by _key order by _at) as _state_before,
    lead(_at) over (partition by _key order by _at) as _next_at
  from states
),
numbered as (
  select
    *,
    count_if(_state_before is null or {{ '' if records else 'not _is_delete and ' }}not (_state <=> _state_before))
      {{ over }} as _number
  from neighbours
)
{% endmacro %}

{#
  The order of events of one time. A row before an update comes first, because a row after it has the same time; a
  delete comes last. Then the values decide.
#}
{% macro _event_order(versions) %}
  {# an unknown kind is the last one, so that no other event hides it: it fails the run #}
  {% set parts = ["_kind not in ('-U', '+U', '-D')"] if versions.order else [] %}
  {% do parts.extend(tablestore._comparable_columns(versions.order, '_values.')) %}
  {% do parts.append("case _kind when '-U' then 0 when '+U' then 1 when '-D' then 2 else 3 end") %}
  {% set others = versions.value_columns | reject('in', versions.order + [versions.at]) | list %}
  {% do parts.extend(tablestore._comparable_columns(others, '_values.')) %}
  {{ return(tablestore._wrapped_call('struct', parts)) }}
{% endmacro %}
