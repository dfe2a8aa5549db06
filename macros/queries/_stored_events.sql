{#
  The events of the batch, and those of the stored versions beside them. A version has those that its other columns do
  not say in the column `_events`; see `_needs_events`. Versions in front of the one that was valid before the first of
  the new events stay as they are, so only later ones are taken apart; a delete that is a version has the values of the
  one before it.

  With a `horizon`, up to which versions may have been removed, an event is late if it is not after the begin of the
  first stored version of its key, and that is not after the horizon: there may have been a version before it.
#}
{% macro _stored_events(plan) %}
{% set versions = plan.versions %}
{% set from, values = versions.added.dbt_valid_from.quoted, [] %}
{% for column in versions.value_columns %}
  {% set value = '_event.at' if column == versions.at else '_stored.' ~ column.quoted %}
  {% if column in versions.unpacked %}
    {% set value = '_event.value_' ~ (versions.unpacked.index(column) + 1) %}
  {% endif %}
  {% do values.append(value ~ ' as ' ~ column.quoted) %}
{% endfor %}
select
  _key,
  if(_stored is null, _values, struct({{ tablestore._wrapped(values, 4) }})) as _values,
  coalesce(_kind, _event.kind) as _kind,
  if(_event.at = _stored.{{ from }}, _stored, null) as _stored
  {%- if versions.horizon %},
  coalesce(_stored is null and _first <= {{ versions.horizon }}
    and _values.{{ versions.at.quoted }} <= _first and _kind in ('-U', '+U', '-D'), false) as _late
  {%- endif %}
from (
  select
    *,
    explode_outer(if(
      _stored is null,
      null,
      coalesce(
        _stored.`_events`,
        {{ tablestore._plain_events(versions) | indent(8) }}
      )
    )) as _event
  from (
    {{ tablestore._with_neighbours(versions) | trim | indent(4) }}
  )
  where {{ tablestore._may_change(versions) | indent(4) }}
)
{% endmacro %}

{#
  The events of the batch and the stored versions of their keys, with the time of the first event (`_since`) and the
  begin of the next version. Events have no begin, so they come before all versions, and one window has both.
#}
{% macro _with_neighbours(versions) %}
{% set from = '_stored.' ~ versions.added.dbt_valid_from.quoted %}
select
  *,
  min(_values.{{ versions.at.quoted }}) over (partition by _key order by {{ from }}) as _since,
{%- if versions.horizon %}
  min({{ from }}) over (partition by _key) as _first,
{%- endif %}
{%- if versions.added.dbt_is_deleted %}
  lead({{ from }}, 2) over (partition by _key order by {{ from }}) as _next_but_one,
{%- endif %}
  lead({{ from }}) over (partition by _key order by {{ from }}) as _next
from given
{% endmacro %}

{# Whether a row of those is an event, or a version that the events of its key may change or continue. #}
{% macro _may_change(versions) %}
  {% set condition, deleted = '_stored is null or _next is null or _next >= _since', versions.added.dbt_is_deleted %}
  {{ return(condition if not deleted else condition ~ '\n  or _stored.' ~ deleted.quoted
      ~ " = 'False' and (_next_but_one is null or _next_but_one >= _since)") }}
{% endmacro %}

{#
  The events of a version without `_events`: a row when it begins, or a delete if it has no duration; and a delete when
  it ends, unless the next one begins then.
#}
{% macro _plain_events(versions) %}
  {% set added, values, nothing = versions.added, [], [] %}
  {% set from, to = '_stored.' ~ added.dbt_valid_from.quoted, '_stored.' ~ added.dbt_valid_to.quoted %}
  {% for column in versions.unpacked %}
    {% do values.append('_stored.' ~ column.quoted ~ ' as value_' ~ loop.index) %}
    {% do nothing.append('cast(null as ' ~ column.type ~ ') as value_' ~ loop.index) %}
  {% endfor %}
  {% set is_delete = '_stored.' ~ added.dbt_is_deleted.quoted ~ " = 'True'" if added.dbt_is_deleted
      else from ~ ' <=> ' ~ to %}
  {% set first = tablestore._wrapped_call('struct', [from ~ ' as at', 'if(' ~ is_delete ~ ", '-D', '+U') as kind"]
      + values) %}
  {% set ended = to ~ ' > ' ~ from ~ ' and not (' ~ to ~ ' <=> _next)' %}
  {% set ended = ended ~ ' and not (' ~ to ~ ' <=> ' ~ tablestore._open_until(versions) ~ ')'
      if versions.open_until else ended %}
  {% set delete = tablestore._wrapped_call('struct', [to ~ ' as at', "'-D' as kind"] + nothing) %}
  {{ return('if(\n  ' ~ ended ~ ',\n  array(' ~ first | indent(2) ~ ', ' ~ delete | indent(2) ~ '),\n  array('
      ~ first | indent(2) ~ ')\n)') }}
{% endmacro %}
