cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    struct(`updated_at`, `status`, `amount`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    max_by(struct(`status`, `amount`, `updated_at`), _order) as _last,
    count(*) as _rows
  from changes
  group by `order_id`
)
select
  `order_id`,
  cast(_last.`status` as string) as `status`,
  cast(_last.`amount` as decimal(10,2)) as `amount`,
  cast(_last.`updated_at` as timestamp) as `updated_at`,
  _rows
from folded;

select
  count(*) as rows_folded,
  count_if(case when new.`order_id` is null then 'key column order_id is null' end is not null) as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from `orders__fold_5_a1a1a1a1` as new;

set `spark.databricks.delta.write.txnAppId` = `tablestore-0123456789abcdef`;

set `spark.databricks.delta.write.txnVersion` = `5`;

set `spark.databricks.delta.commitInfo.userMetadata` = `{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\"rows_in_batch\": 1, \"duration_ms\": 1, \"rows_folded\": 1}", "tablestore.epoch": "b1", "tablestore.format": "delta", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}`;

merge into lake.main.orders as old
using `orders__fold_5_a1a1a1a1` as new
on old.`order_id` = new.`order_id`
when matched and (struct(new.`updated_at`) < struct(old.`updated_at`)) is not true
  and not (struct(old.`status`, old.`amount`, old.`updated_at`)
    <=> struct(new.`status`, new.`amount`, new.`updated_at`)) then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `updated_at` = new.`updated_at`
when not matched then insert (`order_id`, `status`, `amount`, `updated_at`)
  values (new.`order_id`, new.`status`, new.`amount`, new.`updated_at`);

reset `spark.databricks.delta.write.txnAppId`;

reset `spark.databricks.delta.write.txnVersion`;

reset `spark.databricks.delta.commitInfo.userMetadata`;

insert into lake.main.orders__commits with ('txnAppId' = 'tablestore-0123456789abcdef', 'txnVersion' = '5', 'userMetadata' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "delta", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms, rows_skipped)
values (
  5, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}',
  1, 1, 1, 1, 1, 1, 1, 1, 1
);

alter table lake.main.orders set tblproperties ('tablestore.commits.b1.5' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "delta", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}');
