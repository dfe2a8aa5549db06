{#
  The last event of each time with the number of its version. A version begins where the values differ from those
  before; a delete begins one if there is none that it could end, or if deletes are versions.
#}
{% macro _numbered_events(versions, records, stored) %}
{% set is_delete = "_event._kind in ('-U', '-D')" %}
{% set tracked = tablestore._comparable_columns(versions.tracked, '_event._values.') %}
{% set over = 'over (partition by _key order by _at rows unbounded preceding)' %}
{% set state = [is_delete] + (['if(' ~ is_delete ~ ', null, ' ~ tablestore._wrapped_call('struct', tracked) ~ ')']
    if tracked else []) %}
{%- if not versions.groups %}
{{ tablestore._last_events(versions, stored) | trim }},
{%- endif %}
states as (
  select
    *,
    {{ is_delete }} as _is_delete,
    {{ tablestore._wrapped_call('struct', state) | indent(4) }} as _state
  from {{ 'merged' if versions.groups else 'last_events' }}
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

{# The last event of each time. #}
{% macro _last_events(versions, stored) %}
{% set at = versions.at.quoted %}
last_events as (
  select
    _key,
    _values.{{ at }} as _at,
    max_by(struct(_values, _kind), {{ tablestore._event_order(versions) | indent(4) }}) as _event
    {{- ',\n    any_value(_stored, true) as _stored' if stored }}
  from events
  {{- '\n  where not _late' if versions.horizon }}
  group by _key, _values.{{ at }}
)
{% endmacro %}
