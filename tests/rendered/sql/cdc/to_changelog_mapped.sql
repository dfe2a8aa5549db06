(
  select
    case _row_kind when '+I' then 'up' when '+U' then 'up' when '-D' then 'down' end as `k`,
    * except (_row_kind)
  from (select *, '+I' as _row_kind from orders)
  where _row_kind in ('+I', '+U', '-D')
)
