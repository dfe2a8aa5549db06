{#
  What happens to the stored row, where that differs from what readers see: an expired row is replaced when its key starts
  again and removed without a change when its key is deleted, and a row that is written again with equal values is renewed.
#}
{% macro _write_columns(plan) %}
  {{ plan.expiry.clock }} as {{ plan.expiry.column.quoted }},
  case
    when _change in ('update', 'delete') then _change
    when _change = 'insert' then if(_expired, 'update', 'insert')
    when _change = 'unchanged' and _exists then 'update'
    when _change = 'unchanged' and _expired then 'delete'
  end as _write,
{%- endmacro %}
