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

alter table lake.main.orders create branch `commit_5_a1a1a1a1` as of version 7001;

cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`order_id` = new.`order_id`
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

alter table lake.main.orders__changelog create branch `commit_5_a1a1a1a1`;

insert into lake.main.orders__changelog.`branch_commit_5_a1a1a1a1` (`order_id`, `status`, `amount`, `updated_at`, `_row_kind`, `_commit`, `_committed_at`)
select `order_id`, `status`, `amount`, `updated_at`, _row_kind, cast(5 as bigint) as _commit,
  timestamp '2026-01-01 00:00:00.000000+00:00' as _committed_at
from (
  select
    _before.`order_id`, _before.`status`, _before.`amount`, _before.`updated_at`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from `orders__commit_5_a1a1a1a1`
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`order_id`, `order_id`) as `order_id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`updated_at`, `updated_at`) as `updated_at`,
    if(_before is null, '+I', '+U') as _row_kind
  from `orders__commit_5_a1a1a1a1`
  where _logged and _change <> 'delete'
);

merge into lake.main.orders.`branch_commit_5_a1a1a1a1` as old
using (
  select `order_id`, `status`, `amount`, `updated_at`, _change
  from `orders__commit_5_a1a1a1a1`
  where _change in ('update', 'delete')
) as new
on old.`order_id` = new.`order_id`
when matched and new._change = 'delete' then delete
when matched then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `updated_at` = new.`updated_at`;

insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`)
select `order_id`, `status`, `amount`, `updated_at`
from `orders__commit_5_a1a1a1a1`
where _change = 'insert';

call `lake`.system.fast_forward(table => 'lake.main.orders', branch => 'main', to => 'commit_5_a1a1a1a1');

call `lake`.system.fast_forward(table => 'lake.main.orders__changelog', branch => 'main', to => 'commit_5_a1a1a1a1');

insert into lake.main.orders__commits
replace where epoch = 'b1' and commit = 5
values (
  5, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}',
  1, 1, 1, 1, 1, 1, 1, 1, 1
);

alter table lake.main.orders set tblproperties ('tablestore.commits.b1.5' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}');

alter table lake.main.orders drop branch if exists `commit_5_a1a1a1a1`;

alter table lake.main.orders__changelog drop branch if exists `commit_5_a1a1a1a1`;
