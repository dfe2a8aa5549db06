{#
  The events of the batch in a history with sequence groups, `given`: a row is an event of each group that it has a time
  of. `_group` is the group, by its name, and `_at` the time. A -D that removes the row of its key is no other event.
  A row that takes part in no group is an event without a time, so it is refused.
#}
{% macro _events_of_groups(versions, given) %}
{% set found, times, removing, prefix = [], [], [], '_values.' %}
{% for group in versions.groups %}
  {% set name, joins = tablestore.string_literal(group.name), tablestore._in_group(group, prefix) %}
  {% do found.append('if(' ~ joins ~ ', ' ~ name ~ ', null)') %}
  {% do times.append('when ' ~ name ~ ' then ' ~ prefix ~ group.sequence[0].quoted) %}
  {% do removing.append("if(_kind = '-D' and " ~ joins ~ ', array(' ~ name ~ '), ') if group.removes %}
{% endfor %}
{% set groups = 'array_compact(' ~ tablestore._wrapped_call('array', found) ~ ')' %}
select
  *,
  case _group {{ times | join(' ') }} end as _at
from (
  select
    *,
    explode_outer({{ (removing | join ~ groups ~ ')' * removing | length) | indent(4) }}) as _group
  from (
    {{ given | indent(4) }}
  )
)
{% endmacro %}

{#
  The events of the batch, and those of the stored versions beside them, as in `_stored_events`. The first version that
  is taken apart begins before all events of the batch, or is the first of its key. Its groups without an event at its
  begin have their values from the version before it, which is beside it, as `_carried`, unless that one was deleted.
  A key whose rows are all ignored has no first event, and stays as it is.
#}
{% macro _stored_events_of_groups(plan) %}
{% set versions, values = plan.versions, [] %}
{% set from, to = versions.added.dbt_valid_from.quoted, versions.added.dbt_valid_to.quoted %}
{% for column in versions.value_columns %}
  {% do values.append('_event.value_' ~ (versions.unpacked.index(column) + 1) ~ ' as ' ~ column.quoted) %}
{% endfor %}
select
  _key,
  if(_stored is null, _values, struct({{ tablestore._wrapped(values, 4) }})) as _values,
  coalesce(_kind, _event.kind) as _kind,
  coalesce(_group, _event.sequence_group) as _group,
  coalesce(_at, _event.at) as _at,
  if(_event.at = _stored.{{ from }}, _stored, null) as _stored,
  if(_event.at = _stored.{{ from }} and _event.at < _since and _event.at = _previous.{{ to }}, _previous, null)
    as _carried
from (
  select
    *,
    explode_outer(if(
      _stored is null,
      null,
      coalesce(
        _stored.`_events`,
        {{ tablestore._plain_events_of_groups(versions) | indent(8) }}
      )
    )) as _event
  from (
    select
      *,
      min(_at) over (partition by _key order by _stored.{{ from }}) as _since,
      lag(_stored) over (partition by _key order by _stored.{{ from }}) as _previous,
      lead(_stored.{{ from }}) over (partition by _key order by _stored.{{ from }}) as _next
    from given
  )
  where _stored is null or _since is not null and (_next is null or _next >= _since)
)
{% endmacro %}

{# The events of a version without `_events`: a row of each group whose time is that at which the version begins. #}
{% macro _plain_events_of_groups(versions) %}
  {% set from, events = '_stored.' ~ versions.added.dbt_valid_from.quoted, [] %}
  {% for group in versions.groups %}
    {% set event = tablestore._stored_event(versions, group, '_stored.', from, "'+U'") %}
    {% do events.append('if(_stored.' ~ group.sequence[0].quoted ~ ' = ' ~ from ~ ', ' ~ event ~ ', null)') %}
  {% endfor %}
  {{ return('array_compact(' ~ tablestore._wrapped_call('array', events) ~ ')') }}
{% endmacro %}
