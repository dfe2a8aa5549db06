(
  select
    * except (`kind`),
    case `kind` when 'c' then '+I' end as _row_kind
  from order_log
  /* tablestore.skipped {"count": "select count(*) as rows_skipped from order_log where (`kind` is null or not `kind` in ('c'))", "rows": "select string(null) as _position, concat('has the unknown operation ', coalesce(concat('\\'', `kind`, '\\''), 'null')) as _reason, to_json(struct(*)) as _message from order_log where (`kind` is null or not `kind` in ('c'))", "subject": "tablestore.from_changelog(order_log)", "table": "lake.ops.errors"} */
  where `kind` in ('c')
)
