{#
  The rows of the keys at each time at which groups have events: what a partial-update table without versions has, if
  its rows come in the order of these times. `_event` has the values of all groups, and is a delete where the key has no
  row; `_own` has the events.

    the last event of a group counts at its time, and until the next one
    a -D or -U of a group empties its columns; a -D of a group that removes, the row, with the values of all groups
    without a row, a -D or a -U changes nothing
#}
{% macro _merged_groups(versions, stored) %}
{% set over, own = 'over (partition by _key' ~ (', _row' if versions.groups | selectattr('removes') | list)
    ~ ' order by _at rows unbounded preceding)', [] %}
{% for group in versions.groups %}
  {% set event = '_event_' ~ group.number %}
  {% do own.append('if(' ~ event ~ ' is null, null, ' ~ tablestore._stored_event(versions, group,
      event ~ '._values.', '_at', event ~ '._kind') ~ ')') %}
{% endfor %}
{{ tablestore._last_events_of_groups(versions, stored) | trim }},
existing as (
  select
    *,
    {{ tablestore._row_exists(versions, stored, over) | indent(4) }} as _exists
  from {{ tablestore._numbered_rows(versions) | trim | indent(2) }}
),
valid as (
  select
    *
{%- for group in versions.groups %},
    last_value(
      if(_exists, {{ tablestore._values_of_group(group, stored) | indent(6) }}, null), true
    ) {{ over }} as _group_{{ group.number }}
{%- endfor %}
  from existing
),
merged as (
  select
    *,
    struct(
      {{ tablestore._values_of_groups(versions) | indent(6) }} as _values,
      {{ tablestore._kind_of_groups(versions) | indent(6) }} as _kind
    ) as _event,
    array_compact({{ tablestore._wrapped_call('array', own) | indent(4) }}) as _own
  from valid
)
{% endmacro %}

{# The last event of each group of each time; of a delete, only what orders it. #}
{% macro _last_events_of_groups(versions, stored) %}
last_events as (
  select
    _key,
    _at
{%- for group in versions.groups %}
  {%- set order = dict(versions, at=group.sequence[0], order=group.sequence[1:], value_columns=group.columns) %}
  {%- set values = [] %}
  {%- for column in group.columns %}
    {%- set value = '_values.' ~ column.quoted %}
    {%- do values.append(value if column in group.sequence
        else "if(_kind in ('-U', '-D'), null, " ~ value ~ ') as ' ~ column.quoted) %}
  {%- endfor %},
    max_by(
      struct(struct({{ tablestore._wrapped(values, 8) }}) as _values, _kind),
      {{ tablestore._event_order(order) | indent(6) }}
    ) filter (where _group = {{ tablestore.string_literal(group.name) }}) as _event_{{ group.number }}
{%- endfor %}
{%- if stored %},
    any_value(_carried, true) as _carried,
    any_value(_stored, true) as _stored
{%- endif %}
  from events
  group by _key, _at
)
{% endmacro %}

{# Those with the number of the row that they are of: a delete of a group that removes is the last event of a row. #}
{% macro _numbered_rows(versions) %}
{% set removing = versions.groups | selectattr('removes') | first %}
{% if not removing %}
  {{ return('last_events') }}
{% endif %}
(
  select
    *,
    count_if(_event_{{ removing.number }}._kind = '-D') over (
      partition by _key order by _at rows between unbounded preceding and 1 preceding
    ) as _row
  from last_events
)
{% endmacro %}

{# Whether the key has a row, as SQL. #}
{% macro _row_exists(versions, stored, over) %}
  {% set additions = ['_carried is not null'] if stored else [] %}
  {% for group in versions.groups %}
    {% do additions.append('_event_' ~ group.number ~ "._kind not in ('-U', '-D')") %}
  {% endfor %}
  {% set exists = 'coalesce(\n  bool_or(\n    ' ~ additions | join('\n    or ') ~ '\n  ) ' ~ over ~ ',\n  false\n)' %}
  {% for group in versions.groups if group.removes %}
    {{ return(exists ~ ' and not (_event_' ~ group.number ~ "._kind <=> '-D')") }}
  {% endfor %}
  {{ return(exists) }}
{% endmacro %}

{# The values of a group from the time of a row of `last_events` on, null without an event. #}
{% macro _values_of_group(group, stored) %}
  {% set values, columns = '_event_' ~ group.number ~ '._values', [] %}
  {% for column in group.columns %}
    {% do columns.append('_carried.' ~ column.quoted) %}
  {% endfor %}
  {{ return(values if not stored else tablestore._wrapped_call('coalesce', [values, 'if('
      ~ tablestore._in_group(group, '_carried.') ~ ', ' ~ tablestore._wrapped_call('struct', columns) ~ ', null)'])) }}
{% endmacro %}

{# The values of all groups, as SQL. #}
{% macro _values_of_groups(versions) %}
  {% set values = [] %}
  {% for column in versions.value_columns %}
    {% for group in versions.groups if column in group.columns %}
      {% do values.append('_group_' ~ group.number ~ '.' ~ column.quoted) %}
    {% endfor %}
  {% endfor %}
  {{ return(tablestore._wrapped_call('struct', values)) }}
{% endmacro %}

{# What the events of a time are together, as SQL: an unknown row kind, if one of them has it; it fails the run. #}
{% macro _kind_of_groups(versions) %}
  {% set kinds = [] %}
  {% for group in versions.groups %}
    {% do kinds.append('_event_' ~ group.number ~ '._kind') %}
  {% endfor %}
  {% set unknown = 'array_max(filter(array(' ~ kinds | join(', ') ~ "), kind -> kind not in ('-U', '+U', '-D')))" %}
  {{ return('coalesce(\n  ' ~ unknown ~ ",\n  if(_exists, '+U', '-D')\n)") }}
{% endmacro %}
