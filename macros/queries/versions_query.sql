{#
  A batch of changes of versions, from a batch of events: the rows of the query `batch`, each with the values that a key
  has from a time on, or with the row kind of a delete. The stored versions of the keys of the batch are taken apart
  into their events, those of the batch are added, and all versions of these keys are made again; the result is those
  that differ from the stored ones. So it depends on the set of events, and neither on their order nor on the batches.

    the last of the events of one time counts, in the order of `_event_order`
    with sequence groups, it is the last one of each group, and the values are those of all groups, see `_merged_groups`
    neighbouring events with equal values are one version; it has the values of its last event
    a delete ends a version, or with `new_record` is one; before the first version, it is a version without a duration,
    with the values of the first of such deletes, or with `new_record` without values

  With `system_time`, stored versions are those that no commit has replaced, see `_replaced_versions`. With a `horizon`,
  see `_stored_events`, the result also has the events that are late, as rows with `_late`.

    stored  the table with the versions, none if there are none
#}
{% macro versions_query(plan, batch, stored=none) %}
{% set versions = plan.versions %}
with batch as (
  {{ tablestore._indent(batch | trim, 2) }}
),
{%- if stored %}
stored as (
  {{ tablestore._stored_versions(plan, stored) | trim | indent(2) }}
),
{%- endif %}
{{ tablestore._events_of_keys(plan, stored) | trim }},
{{ tablestore._made_versions(versions, stored) | trim }},
made as (
  {{ tablestore._versions_as_rows(plan, stored) | trim | indent(2) }}
)
{%- if stored %}
{{ (tablestore._replaced_versions(plan) if versions.added.dbt_system_from else tablestore._differing_versions(plan))
    | trim }}
{{- '\n' ~ tablestore._late_events(plan) | trim if versions.horizon }}
{%- else %}
{%- set columns = plan.columns | map(attribute='quoted') | list %}
select {{ tablestore._wrapped(columns + ["coalesce(_unknown_kind, '+I') as _row_kind"], 2) }}
from made
{%- endif %}
{%- endmacro %}

{# The stored versions of the keys in the batch. #}
{% macro _stored_versions(plan, stored) %}
{% set versions, columns = plan.versions, [] %}
{% set match = dict(plan, key_columns=versions.key_columns, key_ranges=versions.key_ranges) %}
{% for column in plan.columns %}
  {% set narrow = tablestore._stored_type(plan.table_format, column.type) != column.type %}
  {% do columns.append('cast(old.' ~ column.quoted ~ ' as ' ~ column.type ~ ') as ' ~ column.quoted if narrow
      else 'old.' ~ column.quoted) %}
{% endfor %}
select {{ tablestore._wrapped(columns, 2) }}
from {{ stored }} as old
left semi join batch as new on {{ tablestore._key_match_in_ranges(match) }}
{%- if versions.added.dbt_system_to %}
where old.{{ versions.added.dbt_system_to.quoted }} is null
{%- endif %}
{% endmacro %}

{#
  The events of the keys in the batch: `_key`, `_values` and `_kind`, which is -U, +U or -D; what is no row kind is
  refused. With stored versions, also `_stored`, the one that begins with the event; with sequence groups, also `_group`
  and `_at`, see `_events_of_groups`. All that follows is computed per key, so the events are distributed once.
#}
{% macro _events_of_keys(plan, stored) %}
{% set batch = tablestore._given_events(plan.versions, stored) | trim %}
{% set batch = tablestore._events_of_groups(plan.versions, batch) | trim if plan.versions.groups else batch %}
{% if stored %}
given as (
  {{ batch | indent(2) }}
  union all
  {{ tablestore._stored_as_given(plan.versions) | trim | indent(2) }}
),
events as (
  {{ (tablestore._stored_events_of_groups(plan) if plan.versions.groups else tablestore._stored_events(plan))
      | trim | indent(2) }}
)
{%- else %}
events as (
  {{ batch | indent(2) }}
  distribute by _key
)
{%- endif %}
{% endmacro %}

{# The stored versions of the keys in the batch, beside its events. #}
{% macro _stored_as_given(versions) %}
select
  struct({{ tablestore._wrapped(versions.key_columns | map(attribute='quoted') | list, 4) }}),
  null,
  null,
  struct(*){{ ',\n  null,\n  null' if versions.groups }}
from stored
{% endmacro %}

{#
  The versions of the keys, made of `events`: all events of a version in their order (`_all`), of which those of rows
  (`_rows`) come before the deletes (`_deletes`), each with its values, the stored version that begins with it, and the
  time of the next event of the key. Of a delete, only what orders it is kept, unless it begins the first version: the
  other values show nowhere, and of several deletes of one time, it must not matter whose they are. With sequence
  groups, an event here is a time at which groups have events, which are in `own`.
#}
{% macro _made_versions(versions, stored) %}
{% set records = versions.hard_deletes == 'new_record' %}
{% set fields = ['_at as at', '_event._kind as kind'] %}
{% for column in versions.unpacked if not versions.groups %}
  {% set value = '_event._values.' ~ column.quoted %}
  {% set kept = value if column in versions.order else 'if(_is_delete' ~ ('' if records
      else ' and _state_before is not null') ~ ', null, ' ~ value ~ ')' %}
  {% do fields.append(kept ~ ' as value_' ~ loop.index) %}
{% endfor %}
{{- tablestore._merged_groups(versions, stored) | trim ~ ',\n' if versions.groups }}
{{- tablestore._numbered_events(versions, records, stored) | trim }},
grouped as (
  select
    _key,
    array_sort(
      collect_list(struct(
        {{ tablestore._wrapped_call('struct', fields) | indent(8) }} as event,
        {{ '_values' if records else '_event._values' }} as values,
  {%- if versions.groups %}
        _own as own,
  {%- endif %}
  {%- if stored %}
        _stored as stored,
  {%- endif %}
        _next_at as next
      )),
      (a, b) -> if(a.event.at is null or a.event.at < b.event.at, -1, 1)
    ) as _all
  from numbered
  group by _key, _number
),
versions as (
  select
    *,
    filter(_all, e -> e.event.kind not in ('-U', '-D')) as _rows,
    filter(_all, e -> e.event.kind in ('-U', '-D')) as _deletes,
    element_at(_all, 1).event.at as _from
  from grouped
)
{% endmacro %}

{#
  The versions that are not stored like this, and deletes of those that are no longer there. A stored version keeps its
  `dbt_scd_id`: the text of a time depends on the session.
#}
{% macro _differing_versions(plan) %}
{% set scd_id = plan.versions.added.dbt_scd_id %}
{% set others = plan.columns | reject('in', plan.key_columns + [scd_id]) | list %}
{% set old, new = tablestore._comparable_rows(others, ['_old', '_new']) %}
select
{%- for column in plan.columns %}
  {{ 'coalesce(_old.' ~ column.quoted ~ ', _new.' ~ column.quoted ~ ')' if column == scd_id
      else 'if(_new is null, _old.' ~ column.quoted ~ ', _new.' ~ column.quoted ~ ')' }} as {{ column.quoted }},
{%- endfor %}
  if(_new is null, '-D', coalesce(_new._unknown_kind, '+U')) as _row_kind,
  _old as _before{{ ',\n  false as _late' if plan.versions.horizon }}
from (
  {{ tablestore._stored_and_made(plan) | trim | indent(2) }}
)
where _old is null or _new is null or _new._unknown_kind is not null
  or not ({{ old | indent(2) }} <=> {{ new | indent(2) }})
{% endmacro %}

{# The events of the batch that may be older than versions that have been removed, with the columns of the table. #}
{% macro _late_events(plan) %}
{% set versions, values = plan.versions, [] %}
{% for column in plan.columns %}
  {% set is_time = column in [versions.added.dbt_valid_from, versions.added.dbt_updated_at] %}
  {% set value = '_key.' ~ column.quoted if column in versions.key_columns
      else '_values.' ~ (versions.at if is_time else column).quoted if is_time or column in versions.value_columns
      else "''" if column.type == 'string' else 'null' %}
  {% do values.append(value ~ ' as ' ~ column.quoted) %}
{% endfor %}
union all
select {{ tablestore._wrapped(values + ["'+U' as _row_kind", 'null as _before', 'true as _late'], 2) }}
from events
where _late
{% endmacro %}
