{#
  What becomes of the row in the table, where that is not what readers are told: an expired row that starts afresh is
  replaced, one that is deleted goes without a word, and a row written with equal values is renewed.
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
