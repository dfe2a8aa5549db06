(
  select
    * except (`op`),
    case `op` when 'c' then '+I' when 'r' then '+I' when 'u' then '+U' when 'd' then '-D' end as _row_kind
  from order_log
  where case
    when `op` in ('c', 'r', 'u', 'd') then true
    else raise_error(concat('tablestore.from_changelog(order_log): column op is ', coalesce(concat('\'', `op`, '\''), 'null'), '; accepted are c, r, u, d: add it to op_mapping, or leave such rows out with error_handling=\'skip\''))
  end
)
