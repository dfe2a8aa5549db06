{#
  The changes that a decided commit makes: the row before (-U, -D) and the row after (+I, +U). With `all`, also those in
  columns that row-deduplicate ignores, because the net result of several commits has the values of the table. A deleted
  row has the sequence of its delete beside it.
#}
{% macro changes_query(plan, staged, all=false) %}
{% set logged = "(_logged or _change = 'update')" if all else '_logged' %}
{% set columns = (plan.columns + plan.kept_columns) | map(attribute='quoted') | list %}
{% set has_deletes = plan.changelog and plan.changelog.delete_sequence %}
select
  {{ tablestore._wrapped_fields('_before', columns) }},
  if(_change = 'delete', '-D', '-U') as _row_kind{{ ',\n  _delete_sequence' if has_deletes }}
from {{ staged }}
where {{ logged }} and _before is not null
union all
select
{%- for column in columns %}
  if(_change = 'late', _before.{{ column }}, {{ column }}) as {{ column }},
{%- endfor %}
  if(_before is null, '+I', '+U') as _row_kind{{ ',\n  null' if has_deletes }}
from {{ staged }}
where {{ logged }} and _change <> 'delete'
{% endmacro %}
