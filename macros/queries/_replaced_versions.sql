{#
  The versions that are not stored like this, each beside the stored one that it replaces, for a table with the times of
  commits: the stored one stays, with the time of this commit as its end, and the new one begins then. Where only
  `_events` differ, the stored one is changed, because no query has shown another one.
#}
{% macro _replaced_versions(plan) %}
{% set versions = plan.versions %}
{% set added, clock = versions.added, versions.clock %}
{% set from, to, scd_id = added.dbt_system_from, added.dbt_system_to, added.dbt_scd_id %}
{% set shown = plan.columns | reject('in', plan.key_columns + [scd_id, to, versions.events]) | list %}
{% set old, new = tablestore._comparable_rows(shown, ['_old', '_new']) %}
{% set old_events, new_events = tablestore._comparable_rows([versions.events], ['_old', '_new']) %}
{% set values = {
  scd_id.quoted: 'coalesce(_old.' ~ scd_id.quoted ~ ', _new.' ~ scd_id.quoted ~ ')',
  from.quoted: 'if(_is_new and not _is_shown, ' ~ clock ~ ', _old.' ~ from.quoted ~ ')',
  to.quoted: 'if(_is_new, null, ' ~ clock ~ ')',
} %}
select
{%- for column in plan.columns %}
  {{ values.get(column.quoted, 'if(_is_new, _new.' ~ column.quoted ~ ', _old.' ~ column.quoted ~ ')') }} as
    {{- ' ' ~ column.quoted }},
{%- endfor %}
  coalesce(_new._unknown_kind, '+U') as _row_kind,
  if(_is_new and not _is_shown, null, _old) as _before
from (
  select
    *,
    explode(if(_old is null or _is_shown, array(true), if(_new is null, array(false), array(false, true)))) as _is_new
  from (
    select
      *,
      _old is not null and _new is not null
        and {{ old | indent(8) }} <=> {{ new | indent(8) }} as _is_shown
    from (
      {{ tablestore._stored_and_made(plan) | trim | indent(6) }}
    )
  )
  where not _is_shown or _new._unknown_kind is not null
    or not ({{ old_events | indent(4) }} <=> {{ new_events | indent(4) }})
)
{% endmacro %}
