{#
  The events of stored versions. A version has those that its other columns do not say in the column `_events`; see
  `_needs_events`.
#}
{% macro _stored_events(plan) %}
{% set versions = plan.versions %}
{% set added, values = versions.added, [] %}
{% for column in versions.value_columns %}
  {% set value = '_event.at' if column == versions.at else '_version.' ~ column.quoted %}
  {% if column in versions.unpacked %}
    {% set value = '_event.value_' ~ (versions.unpacked.index(column) + 1) %}
  {% endif %}
  {% do values.append(value ~ ' as ' ~ column.quoted) %}
{% endfor %}
select
  struct({{ tablestore._wrapped_fields('_version', versions.key_columns | map(attribute='quoted') | list) }}),
  struct({{ tablestore._wrapped(values, 4) }}),
  _event.kind
from (
  select
    _version,
    explode(coalesce(
      _version.`_events`,
      {{ tablestore._plain_events(versions) | indent(6) }}
    )) as _event
  from (
    select
      struct(*) as _version,
      lead({{ added.dbt_valid_from.quoted }}) over (
        partition by {{ versions.key_columns | map(attribute='quoted') | join(', ') }}
        order by {{ added.dbt_valid_from.quoted }}
      ) as _next
    from stored
  )
)
{% endmacro %}

{#
  The events of a version without `_events`: a row when it begins, or a delete if it has no duration; and a delete when
  it ends, unless the next one begins then.
#}
{% macro _plain_events(versions) %}
  {% set added, values, nothing = versions.added, [], [] %}
  {% set from, to = '_version.' ~ added.dbt_valid_from.quoted, '_version.' ~ added.dbt_valid_to.quoted %}
  {% for column in versions.unpacked %}
    {% do values.append('_version.' ~ column.quoted ~ ' as value_' ~ loop.index) %}
    {% do nothing.append('cast(null as ' ~ column.type ~ ') as value_' ~ loop.index) %}
  {% endfor %}
  {% set is_delete = '_version.' ~ added.dbt_is_deleted.quoted ~ " = 'True'" if added.dbt_is_deleted
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
