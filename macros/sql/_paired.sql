{# Each folded row beside the stored one of its key. One that has expired is as if it were not there. #}
{% macro _paired(plan, match) %}
  {%- if plan.expiry -%}
  from (
    select
      old.{{ plan.key_columns[0].quoted }} is not null and {{ tablestore._expired(plan.expiry, 'old') }} as _expired,
      struct(new.*) as new,
      if(_expired, null, struct(old.*)) as old
    from new
    left join old on {{ match }}
  )
  {%- else -%}
  from new
  left join old on {{ match }}
  {%- endif -%}
{% endmacro %}

{#
  What becomes of the row in the table, where that is not what readers are told: an expired row that starts afresh is
  replaced, one that is deleted goes without a word, and a row written with equal values is renewed.
#}
{% macro _write(plan) %}
  {{ plan.expiry.clock }} as {{ plan.expiry.column.quoted }},
  case
    when _change in ('update', 'delete') then _change
    when _change = 'insert' then if(_expired, 'update', 'insert')
    when _change = 'unchanged' and _exists then 'update'
    when _change = 'unchanged' and _expired then 'delete'
  end as _write,
{%- endmacro %}
