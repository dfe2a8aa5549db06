cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    coalesce(upper(`_row_kind`), '+I') as _kind,
    struct(`updated_at`, case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `amount`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    max_by(struct(`status`, `amount`, `updated_at`, _kind), _order) as _last,
    max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
    count(*) as _rows
  from changes
  group by `order_id`
)
select
  `order_id`,
  cast(_last.`status` as string) as `status`,
  cast(_last.`amount` as decimal(10,2)) as `amount`,
  cast(_last.`updated_at` as timestamp) as `updated_at`,
  _last._kind in ('-U', '-D') as _is_retraction,
  _unknown_kind,
  _rows
from folded;

alter table lake.main.orders create branch `commit_5_a1a1a1a1` as of version 7001;

select
  count(*) as rows_folded,
  count(case
    when new.`order_id` is null then 'key column order_id is null'
    when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
  end) as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from `orders__fold_5_a1a1a1a1` as new;

set `spark.sql.iceberg.snapshot-property.tablestore.commit` = `{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\"rows_in_batch\": 1, \"duration_ms\": 1, \"rows_folded\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}`;

merge into lake.main.orders.`branch_commit_5_a1a1a1a1` as old
using `orders__fold_5_a1a1a1a1` as new
on old.`order_id` = new.`order_id`
  and (old.`order_id` between 7 and 7 or old.`order_id` between 9000001 and 9010000)
when matched and (struct(new.`updated_at`) < struct(old.`updated_at`)) is not true and new._is_retraction then delete
when matched and (struct(new.`updated_at`) < struct(old.`updated_at`)) is not true
  and not (struct(old.`status`, old.`amount`, old.`updated_at`)
    <=> struct(new.`status`, new.`amount`, new.`updated_at`)) then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `updated_at` = new.`updated_at`
when not matched and new._is_retraction is not true then insert (`order_id`, `status`, `amount`, `updated_at`)
  values (new.`order_id`, new.`status`, new.`amount`, new.`updated_at`);

reset `spark.sql.iceberg.snapshot-property.tablestore.commit`;

call `lake`.system.fast_forward(table => 'lake.main.orders', branch => 'main', to => 'commit_5_a1a1a1a1');

insert into lake.main.orders__commits
replace where epoch = 'b1' and commit = 5
values (
  5, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}',
  1, 1, 1, 1, 1, 1, 1, 1
);

alter table lake.main.orders set tblproperties ('tablestore.commits.b1.5' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}');

alter table lake.main.orders drop branch if exists `commit_5_a1a1a1a1`;
