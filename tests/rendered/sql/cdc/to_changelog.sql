(
  select
    case _row_kind when '+I' then 'INSERT' when '-U' then 'UPDATE_BEFORE' when '+U' then 'UPDATE_AFTER' when '-D' then 'DELETE' end as `op`,
    * except (_row_kind)
  from (select *, '+I' as _row_kind from orders)
)
