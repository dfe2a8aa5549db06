(
  select
    * except (`kind`),
    case `kind` when 'INSERT' then '+I' when 'UPDATE_BEFORE' then '-U' when 'UPDATE_AFTER' then '+U' when 'DELETE' then '-D' end as _row_kind
  from order_log
  /* tablestore.skipped {"count": "select count(*) as rows_skipped from order_log where (`kind` is null or not `kind` in ('INSERT', 'UPDATE_BEFORE', 'UPDATE_AFTER', 'DELETE'))", "subject": "tablestore.from_changelog(order_log)"} */
  where `kind` in ('INSERT', 'UPDATE_BEFORE', 'UPDATE_AFTER', 'DELETE')
)
