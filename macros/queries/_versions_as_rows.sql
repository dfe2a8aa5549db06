{# The versions with the columns of the table, and with the stored ones that begin with their events. #}
{% macro _versions_as_rows(plan, stored) %}
{% set versions, added, columns = plan.versions, plan.versions.added, {} %}
{% set records = versions.hard_deletes == 'new_record' %}
{% for column in versions.key_columns %}
  {% do columns.update({column.quoted: '_key.' ~ column.quoted}) %}
{% endfor %}
{% set last = 'element_at(_all, -1)' if records else 'coalesce(try_element_at(_rows, -1), element_at(_all, 1))' %}
{% for column in versions.value_columns %}
  {% do columns.update({column.quoted: last ~ '.values.' ~ column.quoted}) %}
{% endfor %}
{% set to = ['element_at(_all, -1).next'] + ([tablestore._open_until(versions)] if versions.open_until else []) %}
{% set to = to if records else ['try_element_at(_deletes, 1).event.at'] + to %}
{% do columns.update({
  added.dbt_scd_id.quoted: tablestore._scd_id(versions),
  added.dbt_updated_at.quoted: 'coalesce(try_element_at(_rows, -1), element_at(_all, -1)).event.at',
  added.dbt_valid_from.quoted: '_from',
  added.dbt_valid_to.quoted: tablestore._wrapped_call('coalesce', to) if to | length > 1 else to[0],
}) %}
{% if added.dbt_is_deleted %}
  {% do columns.update({added.dbt_is_deleted.quoted: "if(size(_deletes) > 0, 'True', 'False')"}) %}
{% endif %}
{% if added.dbt_system_from %}
  {% do columns.update({added.dbt_system_from.quoted: versions.clock,
      added.dbt_system_to.quoted: 'cast(null as timestamp)'}) %}
{% endif %}
{% do columns.update({'`_events`': tablestore._events_of_version(versions)}) %}
select
{%- for column in plan.columns %}
  {{ columns[column.quoted] | indent(2) }} as {{ column.quoted }},
{%- endfor %}
  {{ 'filter(transform(_all, e -> e.stored), old -> old is not null) as _before,\n  ' if stored -}}
  array_max(filter(transform(_rows, e -> e.event.kind), kind -> kind <> '+U')) as _unknown_kind
from versions
{% endmacro %}

{#
  A checksum of a key and of the time from which a version is valid, of JSON because that says where a part ends. The
  text of a TIMESTAMP depends on the session's time zone, and is that of two times in the hour that autumn repeats.
  JSON has one character for all bytes that are no text.
#}
{% macro _scd_id(versions) %}
  {% set parts = [] %}
  {% for column in versions.key_columns + [versions.at] %}
    {% set value = '_key.' ~ column.quoted if not loop.last else '_from' %}
    {% set exact = {'timestamp': 'unix_micros', 'binary': 'hex'}.get(column.type) %}
    {% do parts.append('cast(' ~ (exact ~ '(' ~ value ~ ')' if exact else value) ~ ' as string)') %}
  {% endfor %}
  {{ return('md5(to_json(array(' ~ parts | join(', ') ~ ')))') }}
{% endmacro %}

{# The column `_events`, as SQL. #}
{% macro _events_of_version(versions) %}
  {% set events = 'flatten(transform(_all, e -> e.own))' if versions.groups else 'transform(_all, e -> e.event)' %}
  {{ return('cast(if(' ~ tablestore._needs_events(versions) ~ ', ' ~ events ~ ', null) as '
      ~ versions.events.type ~ ')') }}
{% endmacro %}

{#
  Whether the other columns of a version do not say all about its events, see `_plain_events`. Rows before an update are
  ordered like no delete, and a delete has its own values in the columns that order events of one time. Of sequence
  groups, the columns say which have a row at the begin of the version.
#}
{% macro _needs_events(versions) %}
  {% if versions.groups %}
    {{ return("size(_all) > 1 or exists(_all[0].own, e -> e.kind <> '+U')") }}
  {% endif %}
  {% set plain = ["exists(_deletes, e -> e.event.kind = '-U')"] %}
  {% if versions.order %}
    {% do plain.append('size(_deletes) > 0') %}
  {% endif %}
  {% if versions.added.dbt_is_deleted %}
    {{ return((['size(_all) > 1'] + plain) | join(' or ')) }}
  {% endif %}
  {{ return((['size(_rows) > 1', 'size(_deletes) > 1'] + plain) | join(' or ')) }}
{% endmacro %}
