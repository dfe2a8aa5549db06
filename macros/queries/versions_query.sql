{#
  A batch of changes of versions, from a batch of events: the rows of the query `batch`, each with the values that a key
  has from a time on, or with the row kind of a delete. The stored versions of the keys of the batch are taken apart
  into their events, those of the batch are added, and all versions of these keys are made again; the result is those
  that differ from the stored ones. So it depends on the set of events, and neither on their order nor on the batches.

    the last of the events of one time counts, in the order of `_event_order`
    neighbouring events with equal values are one version; it has the values of its last event
    a delete ends a version, or with `new_record` is one; before the first version, it is a version without a duration,
    with the values of the first of such deletes, or with `new_record` without values

  With `system_time`, stored versions are those that no commit has replaced, see `_replaced_versions`.

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
events as (
  {{ tablestore._given_events(versions) | trim | indent(2) }}
{%- if stored %}
  union all
  {{ tablestore._stored_events(plan) | trim | indent(2) }}
{%- endif %}
),
{{ tablestore._made_versions(versions) | trim }},
made as (
  {{ tablestore._versions_as_rows(plan) | trim | indent(2) }}
)
{%- if stored %}
{{ (tablestore._replaced_versions(plan) if versions.added.dbt_system_from else tablestore._differing_versions(plan))
    | trim }}
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

{# The events of the batch: `_key`, `_values` and `_kind`, which is -U, +U or -D; what is no row kind is refused. #}
{% macro _given_events(versions) %}
{% set kind, condition = tablestore._row_kind(versions.source), tablestore._row_kind_condition(versions.source) %}
select
  struct({{ tablestore._wrapped(tablestore._columns_of_events(versions.key_columns), 4) }}) as _key,
  struct({{ tablestore._wrapped(tablestore._columns_of_events(versions.value_columns), 4) }}) as _values,
  {{ "if(" ~ kind ~ " = '+I', '+U', coalesce(" ~ kind ~ ", 'null'))" if kind else "'+U'" }} as _kind
from batch
{%- if condition %}
where {{ condition }}
{%- endif %}
{% endmacro %}

{# Columns with the types of the table. #}
{% macro _columns_of_events(columns) %}
  {% set cast = [] %}
  {% for column in columns %}
    {% do cast.append('cast(' ~ column.quoted ~ ' as ' ~ column.type ~ ') as ' ~ column.quoted) %}
  {% endfor %}
  {{ return(cast) }}
{% endmacro %}

{#
  The versions of the keys, made of `events`: when a version begins (`_from`), the time of its last event (`_updated`),
  that of the delete that ends it (`_closed`), its values, and all its events.
#}
{% macro _made_versions(versions) %}
{% set records = versions.hard_deletes == 'new_record' %}
{% set fields = ['_at as at', '_event._kind as kind'] %}
{% for column in versions.unpacked %}
  {% do fields.append('_event._values.' ~ column.quoted ~ ' as value_' ~ loop.index) %}
{% endfor %}
{{ tablestore._numbered_events(versions, records) | trim }},
versions as (
  select
    _key,
    if(count(_at) < count(*), null, min(_at)) as _from,
    {{ 'max_by(_values, _at)' if records else 'coalesce(max_by(_event._values, _at) filter (where not _is_delete),'
      ~ ' min_by(_event._values, _at))' }} as _values,
    coalesce(max(_at) filter (where not _is_delete), max(_at)) as _updated,
    {{ 'cast(null as ' ~ versions.at.type ~ ')' if records else 'min(_at) filter (where _is_delete)' }} as _closed,
    array_sort(
      collect_list({{ tablestore._wrapped_call('struct', fields) | indent(6) }}),
      (a, b) -> case when a.at < b.at then -1 when a.at > b.at then 1 else 0 end
    ) as _all,
    max(_event._kind) filter (where _event._kind not in ('-U', '+U', '-D')) as _unknown_kind
  from numbered
  group by _key, _number
)
{% endmacro %}

{#
  The last event of each time with the number of its version. A version begins where the values differ from those
  before; a delete begins one if there is none that it could end, or if deletes are versions.
#}
{% macro _numbered_events(versions, records) %}
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
  from events
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
  {%- if records %}
    last_value(if(_is_delete, null, _event._values), true) {{ over }} as _values,
  {%- endif %}
    lag(_state) over (partition by _key order by _at) as _state_before
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

{#
  The versions that are not stored like this, and deletes of those that are no longer there. A stored version keeps its
  `dbt_scd_id`: the text of a time depends on the session.
#}
{% macro _differing_versions(plan) %}
{% set scd_id, keys = plan.versions.added.dbt_scd_id, [] %}
{% set others = plan.columns | reject('in', plan.key_columns + [scd_id]) | list %}
{% for column in plan.key_columns %}
  {% do keys.append('old.' ~ column.quoted ~ ' <=> new.' ~ column.quoted) %}
{% endfor %}
{% set old, new = tablestore._comparable_rows(others, ['_old', '_new']) %}
select
{%- for column in plan.columns %}
  {{ 'coalesce(_old.' ~ column.quoted ~ ', _new.' ~ column.quoted ~ ')' if column == scd_id
      else 'if(_new is null, _old.' ~ column.quoted ~ ', _new.' ~ column.quoted ~ ')' }} as {{ column.quoted }},
{%- endfor %}
  if(_new is null, '-D', coalesce(_new._unknown_kind, '+U')) as _row_kind
from (
  {{ tablestore._stored_and_made(keys) | trim | indent(2) }}
)
where _old is null or _new is null or _new._unknown_kind is not null
  or not ({{ old | indent(2) }} <=> {{ new | indent(2) }})
{% endmacro %}
