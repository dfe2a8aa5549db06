cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    struct(
      `status`, `amount`, `updated_at`, `weight`,
      array_sort(transform(map_entries(`tags`), x1 -> struct(x1.key, transform(x1.value, x2 -> if(x2 is null, null, struct(schema_of_variant(x2), to_json(x2)))) as value)))
    ) as _order
  from batch
),
folded as (
  select
    `order_id`,
    max_by(struct(`status`, `amount`, `updated_at`, `weight`, `tags`), _order) as _last,
    count(*) as _rows
  from changes
  group by `order_id`
)
select
  `order_id`,
  cast(_last.`status` as string) as `status`,
  cast(_last.`amount` as decimal(10,2)) as `amount`,
  cast(_last.`updated_at` as timestamp) as `updated_at`,
  cast(_last.`weight` as double) as `weight`,
  cast(_last.`tags` as map<string,array<variant>>) as `tags`,
  _rows
from folded;

create table lake.main.orders__commit_5_a1a1a1a1
using parquet
tblproperties (
  'tablestore.format' = 'delta',
  'tablestore.made-at' = '2026-01-01 00:00:00',
  'tablestore.epoch' = 'b1'
)
as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`, old.`weight`, old.`tags`
  from lake.main.orders as old
  join new on old.`order_id` = new.`order_id`
),
merged as (
  select
    new.`order_id`,
    new.`status`,
    new.`amount`,
    new.`updated_at`,
    new.`weight`,
    new.`tags`,
    old.`order_id` is not null as _exists,
    if(
      old.`order_id` is not null,
      struct(old.`order_id`, old.`status`, old.`amount`, old.`updated_at`, old.`weight`, old.`tags`), null
    ) as _before,
    struct(
      old.`status`, old.`amount`, old.`updated_at`, old.`weight`,
      array_sort(transform(map_entries(old.`tags`), x1 -> struct(x1.key, transform(x1.value, x2 -> if(x2 is null, null, struct(schema_of_variant(x2), to_json(x2)))) as value)))
    ) as _old_values,
    case when new.`order_id` is null then 'key column order_id is null' end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
)
select
  `order_id`, `status`, `amount`, `updated_at`, `weight`, `tags`,
  case
    when _refused is not null then 'refused'
    when not _exists then 'insert'
    when _old_values <=> struct(
      `status`, `amount`, `updated_at`, `weight`,
      array_sort(transform(map_entries(`tags`), x1 -> struct(x1.key, transform(x1.value, x2 -> if(x2 is null, null, struct(schema_of_variant(x2), to_json(x2)))) as value)))
    ) then 'unchanged'
    else 'update'
  end as _change,
  _before,
  _change in ('insert', 'delete') or _change = 'update' and not (struct(
    `status`, `amount`, `weight`,
    array_sort(transform(map_entries(`tags`), x1 -> struct(x1.key, transform(x1.value, x2 -> if(x2 is null, null, struct(schema_of_variant(x2), to_json(x2)))) as value)))
  ) <=> struct(
    _before.`status`, _before.`amount`, _before.`weight`,
    array_sort(transform(map_entries(_before.`tags`), x1 -> struct(x1.key, transform(x1.value, x2 -> if(x2 is null, null, struct(schema_of_variant(x2), to_json(x2)))) as value)))
  )) or isnan(_before.`weight`) as _logged,
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
from lake.main.orders__commit_5_a1a1a1a1;

set `spark.databricks.delta.write.txnAppId` = `tablestore-0123456789abcdef`;

set `spark.databricks.delta.write.txnVersion` = `5`;

set `spark.databricks.delta.commitInfo.userMetadata` = `{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\"rows_inserted\": 1, \"rows_updated\": 1, \"rows_deleted\": 1, \"rows_unchanged\": 1, \"rows_ignored_late\": 1, \"rows_ignored\": 1, \"rows_in_batch\": 1, \"duration_ms\": 1}", "tablestore.epoch": "b1", "tablestore.format": "delta", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}`;

merge into lake.main.orders as old
using (
  select `order_id`, `status`, `amount`, `updated_at`, `weight`, `tags`, _change
  from lake.main.orders__commit_5_a1a1a1a1
  where _change in ('update', 'delete', 'insert')
) as new
on old.`order_id` = new.`order_id`
when matched and new._change = 'delete' then delete
when matched then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `updated_at` = new.`updated_at`,
  `weight` = new.`weight`,
  `tags` = new.`tags`
when not matched and new._change <> 'delete' then insert (`order_id`, `status`, `amount`, `updated_at`, `weight`, `tags`)
  values (new.`order_id`, new.`status`, new.`amount`, new.`updated_at`, new.`weight`, new.`tags`);

reset `spark.databricks.delta.write.txnAppId`;

reset `spark.databricks.delta.write.txnVersion`;

reset `spark.databricks.delta.commitInfo.userMetadata`;

insert into lake.main.orders__uncompacted with ('txnAppId' = 'tablestore-0123456789abcdef', 'txnVersion' = '5', 'userMetadata' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "delta", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`, `weight`, `tags`, `_row_kind`, `_commit`, `_committed_at`)
select `order_id`, `status`, `amount`, `updated_at`, `weight`, `tags`, _row_kind, cast(5 as bigint) as _commit,
  timestamp '2026-01-01 00:00:00.000000+00:00' as _committed_at
from (
  select
    _before.`order_id`, _before.`status`, _before.`amount`, _before.`updated_at`, _before.`weight`, _before.`tags`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from lake.main.orders__commit_5_a1a1a1a1
  where (_logged or _change = 'update') and _before is not null
  union all
  select
    if(_change = 'late', _before.`order_id`, `order_id`) as `order_id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`updated_at`, `updated_at`) as `updated_at`,
    if(_change = 'late', _before.`weight`, `weight`) as `weight`,
    if(_change = 'late', _before.`tags`, `tags`) as `tags`,
    if(_before is null, '+I', '+U') as _row_kind
  from lake.main.orders__commit_5_a1a1a1a1
  where (_logged or _change = 'update') and _change <> 'delete'
);

insert into lake.main.orders__changelog with ('txnAppId' = 'tablestore-0123456789abcdef', 'txnVersion' = '5', 'userMetadata' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "delta", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`, `weight`, `tags`, `_row_kind`, `_commit`, `_committed_at`)
select `order_id`, `status`, `amount`, `updated_at`, `weight`, `tags`, _row_kind, cast(5 as bigint) as _commit,
  timestamp '2026-01-01 00:00:00.000000+00:00' as _committed_at
from (
  with spans as (
    select
      `order_id`,
      min_by(struct(`order_id`, `status`, `amount`, `updated_at`, `weight`, `tags`, _row_kind), struct(_commit, _row_kind in ('+I', '+U'))) as _first,
      max_by(struct(`order_id`, `status`, `amount`, `updated_at`, `weight`, `tags`, _row_kind), struct(_commit, _row_kind in ('+I', '+U'))) as _last
    from lake.main.orders__uncompacted
    where _commit > 3 and _commit <= 5
    group by `order_id`
  )
  select _first.`order_id`, _first.`status`, _first.`amount`, _first.`updated_at`, _first.`weight`, _first.`tags`, '-D' as _row_kind
  from spans
  where _first._row_kind in ('-U', '-D') and _last._row_kind in ('-U', '-D')
  union all
  select _first.`order_id`, _first.`status`, _first.`amount`, _first.`updated_at`, _first.`weight`, _first.`tags`, '-U' as _row_kind
  from spans
  where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U') and (not (struct(
    _last.`status`, _last.`amount`, _last.`weight`,
    array_sort(transform(map_entries(_last.`tags`), x1 -> struct(x1.key, transform(x1.value, x2 -> if(x2 is null, null, struct(schema_of_variant(x2), to_json(x2)))) as value)))
  ) <=> struct(
    _first.`status`, _first.`amount`, _first.`weight`,
    array_sort(transform(map_entries(_first.`tags`), x1 -> struct(x1.key, transform(x1.value, x2 -> if(x2 is null, null, struct(schema_of_variant(x2), to_json(x2)))) as value)))
  )) or isnan(_first.`weight`))
  union all
  select _last.`order_id`, _last.`status`, _last.`amount`, _last.`updated_at`, _last.`weight`, _last.`tags`, '+U' as _row_kind
  from spans
  where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U') and (not (struct(
    _last.`status`, _last.`amount`, _last.`weight`,
    array_sort(transform(map_entries(_last.`tags`), x1 -> struct(x1.key, transform(x1.value, x2 -> if(x2 is null, null, struct(schema_of_variant(x2), to_json(x2)))) as value)))
  ) <=> struct(
    _first.`status`, _first.`amount`, _first.`weight`,
    array_sort(transform(map_entries(_first.`tags`), x1 -> struct(x1.key, transform(x1.value, x2 -> if(x2 is null, null, struct(schema_of_variant(x2), to_json(x2)))) as value)))
  )) or isnan(_first.`weight`))
  union all
  select _last.`order_id`, _last.`status`, _last.`amount`, _last.`updated_at`, _last.`weight`, _last.`tags`, '+I' as _row_kind
  from spans
  where _first._row_kind in ('+I', '+U') and _last._row_kind in ('+I', '+U')
);

insert into lake.main.orders__commits with ('txnAppId' = 'tablestore-0123456789abcdef', 'txnVersion' = '5', 'userMetadata' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "delta", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms)
values (
  5, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}',
  1, 1, 1, 1, 1, 1, 1, 1
);

alter table lake.main.orders set tblproperties ('tablestore.commits.b1.5' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "delta", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}');

drop table if exists lake.main.orders__commit_5_a1a1a1a1;
