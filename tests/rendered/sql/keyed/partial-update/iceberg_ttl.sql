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
    max_by(`status`, _order) filter (where `status` is not null) as `status`,
    max_by(`amount`, _order) filter (where `amount` is not null) as `amount`,
    max_by(`updated_at`, _order) filter (where `updated_at` is not null) as `updated_at`,
    count(*) as _rows
  from changes
  group by `order_id`
)
select
  `order_id`,
  cast(`status` as string) as `status`,
  cast(`amount` as decimal(10,2)) as `amount`,
  cast(`updated_at` as timestamp) as `updated_at`,
  _rows
from folded;

alter table lake.main.orders create branch `commit_5_a1a1a1a1` as of version 7001;

cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`, old.`_written_at`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`order_id` = new.`order_id`
),
merged as (
  select
    struct(new.`updated_at`) < struct(old.`updated_at`) as _is_older,
    new.`order_id`,
    case
      when _is_older then coalesce(old.`status`, new.`status`)
      else coalesce(new.`status`, old.`status`)
    end as `status`,
    case
      when _is_older then coalesce(old.`amount`, new.`amount`)
      else coalesce(new.`amount`, old.`amount`)
    end as `amount`,
    case
      when _is_older then coalesce(old.`updated_at`, new.`updated_at`)
      else coalesce(new.`updated_at`, old.`updated_at`)
    end as `updated_at`,
    old.`order_id` is not null as _exists,
    _expired,
    struct(old.`status`, old.`amount`, old.`updated_at`) as _old_values,
    case when new.`order_id` is null then 'key column order_id is null' end as _refused,
    new._rows
  from (
    select
      old.`order_id` is not null and old.`_written_at` <= timestamp_micros(unix_micros(timestamp '2026-01-01 00:00:00.000000+00:00') - 604800000000) as _expired,
      struct(new.*) as new,
      if(_expired, null, struct(old.*)) as old
    from new
    left join old on old.`order_id` = new.`order_id`
  )
)
select
  `order_id`, `status`, `amount`, `updated_at`,
  case
    when _refused is not null then 'refused'
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `updated_at`) then 'unchanged'
    else 'update'
  end as _change,
  timestamp '2026-01-01 00:00:00.000000+00:00' as `_written_at`,
  case
    when _change in ('update', 'delete') then _change
    when _change = 'insert' then if(_expired, 'update', 'insert')
    when _change = 'unchanged' and _exists then 'update'
    when _change = 'unchanged' and _expired then 'delete'
  end as _write,
  _refused,
  _rows
from merged;

select
  count_if(_change = 'insert') as rows_inserted,
  count_if(_change = 'update') as rows_updated,
  count_if(_write = 'delete') as rows_deleted,
  count_if(_change = 'unchanged' and not (_write <=> 'delete')) as rows_unchanged,
  count_if(_change = 'late') as rows_ignored_late,
  count_if(_change = 'ignored') as rows_ignored,
  count_if(_change = 'refused') as rows_refused,
  count_if(_write in ('update', 'delete')) as rows_merged,
  count_if(_write = 'insert') as rows_added,
  coalesce(sum(_rows), 0) as rows_in_batch
from `orders__commit_5_a1a1a1a1`;

merge into lake.main.orders.`branch_commit_5_a1a1a1a1` as old
using (
  select `order_id`, `status`, `amount`, `updated_at`, `_written_at`, _change, _write
  from `orders__commit_5_a1a1a1a1`
  where _write in ('update', 'delete')
) as new
on old.`order_id` = new.`order_id`
when matched and new._write = 'delete' then delete
when matched then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `updated_at` = new.`updated_at`,
  `_written_at` = new.`_written_at`;

insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`, `_written_at`)
select `order_id`, `status`, `amount`, `updated_at`, `_written_at`
from `orders__commit_5_a1a1a1a1`
where _write = 'insert';

call `lake`.system.fast_forward(table => 'lake.main.orders', branch => 'main', to => 'commit_5_a1a1a1a1');

insert into lake.main.orders__commits
replace where epoch = 'b1' and commit = 5
values (
  5, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}',
  1, 1, 1, 1, 1, 1, 1, 1
);

alter table lake.main.orders set tblproperties ('tablestore.commits.b1.5' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}');

alter table lake.main.orders drop branch if exists `commit_5_a1a1a1a1`;
