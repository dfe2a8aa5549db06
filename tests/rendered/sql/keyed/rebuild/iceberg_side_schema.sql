cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
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
  from folded
),
old as (
  select
    cast(null as bigint) as `order_id`,
    cast(null as string) as `status`,
    cast(null as decimal(10,2)) as `amount`,
    cast(null as timestamp) as `updated_at`
  where false
),
merged as (
  select
    new.`order_id`,
    new.`status`,
    new.`amount`,
    new.`updated_at`,
    old.`order_id` is not null as _exists,
    if(old.`order_id` is not null, struct(old.`order_id`, old.`status`, old.`amount`, old.`updated_at`), null) as _before,
    struct(old.`status`, old.`amount`, old.`updated_at`) as _old_values,
    struct(new.`updated_at`) < struct(old.`updated_at`) as _late,
    case when new.`order_id` is null then 'key column order_id is null' end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
)
select
  `order_id`, `status`, `amount`, `updated_at`,
  case
    when _refused is not null then 'refused'
    when _late then 'late'
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `updated_at`) then 'unchanged'
    else 'update'
  end as _change,
  _before,
  _change = 'insert' or _before is not null as _logged,
  _refused,
  _rows
from merged;

select
  count_if(_change = 'insert') as rows_inserted,
  count_if(_change = 'update') as rows_updated,
  count_if(_change = 'delete') as rows_deleted,
  count_if(_change = 'unchanged') as rows_unchanged,
  count_if(_change = 'late') as rows_ignored_late,
  count_if(_change = 'ignored') as rows_ignored,
  count_if(_change = 'refused') as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from `orders__commit_5_a1a1a1a1`;

create or replace table lake.main.orders
using iceberg
tblproperties (
  'commit.manifest.min-count-to-merge' = '4',
  'format-version' = '3',
  'write.delete.mode' = 'merge-on-read',
  'write.update.mode' = 'merge-on-read',
  'write.merge.mode' = 'merge-on-read',
  'tablestore.epoch' = 'b1',
  'tablestore.commit' = '0',
  'tablestore.serial' = '1',
  'tablestore.writer' = 'tablestore-0123456789abcdef',
  'tablestore.run' = '5_a1a1a1a1',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.compacted' = '1',
  'tablestore.committed-at' = '2026-01-01 00:00:00.000000+00:00',
  'tablestore.made-at' = '2026-01-01 00:00:00',
  'tablestore.invocation-id' = 'run-1',
  'tablestore.offsets' = '{}',
  'tablestore.counts' = '{"rows_inserted": 1, "rows_updated": 1, "rows_deleted": 1, "rows_unchanged": 1, "rows_ignored_late": 1, "rows_ignored": 1, "rows_in_batch": 1, "duration_ms": 1}',
  'tablestore.changelog-producer' = 'none',
  'tablestore.switched' = '{"tablestore.commit": 1, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 1, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 1, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}'
)
as
select `order_id`, `status`, `amount`, `updated_at`
from `orders__commit_5_a1a1a1a1`
where _change = 'insert';

create table lake.internal.main__orders__changelog
using iceberg
partitioned by (truncate(100, _commit))
tblproperties (
  'commit.manifest.min-count-to-merge' = '4',
  'format-version' = '2',
  'write.distribution-mode' = 'none',
  'write.spark.fanout.enabled' = 'true',
  'write.metadata.metrics.column._commit' = 'full',
  'tablestore.log' = '5_a1a1a1a1'
)
as
select `order_id`, `status`, `amount`, `updated_at`, _row_kind, cast(1 as bigint) as _commit,
  timestamp '2026-01-01 00:00:00.000000+00:00' as _committed_at
from (
  select `order_id`, `status`, `amount`, `updated_at`, '+I' as _row_kind
  from lake.main.orders version as of 7002
);

create or replace table lake.internal.main__orders__commits
using iceberg
partitioned by (epoch)
tblproperties ('tablestore.history-of' = 'lake.main.orders')
as
select *
from lake.main.orders__commits;

insert into lake.internal.main__orders__commits
replace where epoch = 'b1' and commit = 1
values (
  1, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}',
  1, 1, 1, 1, 1, 1, 1, 1
);

drop table if exists lake.main.orders__commits purge;

drop table if exists lake.main.orders__changelog purge;

alter table lake.main.orders set tblproperties ('tablestore.commits.b1.1' = '{"tablestore.commit": 1, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 1, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 1, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}');
