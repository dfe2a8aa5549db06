{#
  The events of the batch, and those of the stored versions beside them. A version has those that its other columns do
  not say in the column `_events`; see `_needs_events`.
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
    select *, lead(_stored.{{ from }}) over (partition by _key order by _stored.{{ from }}) as _next
    from given
  )
)
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
