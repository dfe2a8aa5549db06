{# The versions with the columns of the table, and with the stored ones that begin with their events. #}
{% macro _versions_as_rows(plan, stored) %}
{% set versions = plan.versions %}
{% set added, columns = versions.added, {} %}
{% for column in versions.key_columns %}
  {% do columns.update({column.quoted: '_key.' ~ column.quoted}) %}
{% endfor %}
{% for column in versions.value_columns %}
  {% do columns.update({column.quoted: '_values.' ~ column.quoted}) %}
{% endfor %}
{% set parts = [] %}
{% for column in versions.key_columns %}
  {% do parts.append("coalesce(cast(_key." ~ column.quoted ~ " as string), '')") %}
{% endfor %}
{% set hashed = (parts + ["coalesce(cast(_from as string), '')"]) | join(", '|', ") %}
{% set next = 'lead(_from) over (partition by _key order by _from)' %}
{% set to = ['_closed', next] + ([tablestore._open_until(versions)] if versions.open_until else []) %}
{% do columns.update({
  added.dbt_scd_id.quoted: 'md5(concat(' ~ hashed ~ '))',
  added.dbt_updated_at.quoted: '_updated',
  added.dbt_valid_from.quoted: '_from',
  added.dbt_valid_to.quoted: tablestore._wrapped_call('coalesce', to),
}) %}
{% if added.dbt_is_deleted %}
  {% do columns.update({added.dbt_is_deleted.quoted: "if(_all[0].kind in ('-U', '-D'), 'True', 'False')"}) %}
{% endif %}
{% if added.dbt_system_from %}
  {% do columns.update({added.dbt_system_from.quoted: versions.clock,
      added.dbt_system_to.quoted: 'cast(null as timestamp)'}) %}
{% endif %}
{% do columns.update({'`_events`': 'cast(if(' ~ tablestore._needs_events(versions) ~ ', _all, null) as '
    ~ versions.events.type ~ ')'}) %}
select
{%- for column in plan.columns %}
  {{ columns[column.quoted] | indent(2) }} as {{ column.quoted }},
{%- endfor %}
  {{ '_stored as _before, ' if stored }}_unknown_kind
from versions
{% endmacro %}

{#
  Whether the other columns of a version do not say all about its events, see `_plain_events`. Rows before an update are
  ordered like no delete, and a delete has its own values in the columns that order events of one time.
#}
{% macro _needs_events(versions) %}
  {% set deletes = "size(filter(_all, e -> e.kind in ('-U', '-D')))" %}
  {% set plain = ["exists(_all, e -> e.kind = '-U')"] %}
  {% if versions.order %}
    {% do plain.append(deletes ~ ' > 0') %}
  {% endif %}
  {% if versions.added.dbt_is_deleted %}
    {{ return((['size(_all) > 1'] + plain) | join(' or ')) }}
  {% endif %}
  {{ return(([deletes ~ ' > 1', 'size(_all) - ' ~ deletes ~ ' > 1'] + plain) | join(' or ')) }}
{% endmacro %}
