cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    coalesce(upper(`_row_kind`), '+I') as _kind,
    struct(case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `amount`, `updated_at`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    array_sort(
      collect_list(struct(
        _order, _kind, cast(`status` as string) as `status`, cast(`amount` as decimal(10,2)) as `amount`,
        cast(`updated_at` as timestamp) as `updated_at`
      )),
      (l, r) -> case when l._order < r._order then -1 when l._order > r._order then 1 else 0 end
    ) as _records,
    max(_order) filter (where _kind = '-D') as _last_delete,
    max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
    count(*) as _rows
  from changes
  group by `order_id`
),
kept as (
  select
    *,
    if(_last_delete is null, _records, filter(_records, r -> r._order > _last_delete)) as _kept
  from folded
),
accumulated as (
  select
    *,
    aggregate(
      _kept,
      cast(null as string),
      (a, r) -> case
        when r._kind in ('-U', '-D') then cast(if(r.`status` is null, a, null) as string)
        else cast(coalesce(r.`status`, a) as string)
      end
    ) as `status`,
    aggregate(
      _kept,
      cast(null as decimal(20,2)),
      (a, r) -> case
        when r._kind in ('-U', '-D') then cast(case when a is null then -r.`amount` when r.`amount` is null then a else try_subtract(a, r.`amount`) end as decimal(20,2))
        else cast(case when a is null then r.`amount` when r.`amount` is null then a else try_add(a, r.`amount`) end as decimal(20,2))
      end
    ) as `amount`,
    aggregate(
      _kept,
      cast(null as timestamp),
      (a, r) -> case
        when r._kind in ('-U', '-D') then cast(if(r.`updated_at` is null, a, null) as timestamp)
        else cast(coalesce(r.`updated_at`, a) as timestamp)
      end
    ) as `updated_at`
  from kept
)
select
  `order_id`,
  if(size(_kept) = 1, _kept[0].`status`, `status`) as `status`,
  `amount` as `amount`,
  if(size(_kept) = 1, _kept[0].`updated_at`, `updated_at`) as `updated_at`,
  _last_delete is not null as _has_delete,
  size(_kept) = 0 as _ends_deleted,
  size(_kept) = 1 and _kept[0]._kind in ('-U', '-D') as _is_retraction,
  _unknown_kind,
  _rows
from accumulated;

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
    old.`order_id` is null or new._has_delete as _restarts,
    new.`order_id`,
    case
      when _restarts then new.`status`
      when new._is_retraction then if(new.`status` is null, old.`status`, null)
      else coalesce(new.`status`, old.`status`)
    end as `status`,
    case
      when _restarts then new.`amount`
      else case when old.`amount` is null then new.`amount` when new.`amount` is null then old.`amount` else try_add(old.`amount`, new.`amount`) end
    end as `amount`,
    case
      when _restarts then new.`updated_at`
      when new._is_retraction then if(new.`updated_at` is null, old.`updated_at`, null)
      else coalesce(new.`updated_at`, old.`updated_at`)
    end as `updated_at`,
    old.`order_id` is not null as _exists,
    struct(old.`status`, old.`amount`, old.`updated_at`) as _old_values,
    new._ends_deleted or new._is_retraction and _restarts as _removed,
    case
      when new.`order_id` is null then 'key column order_id is null'
      when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
    end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
),
fitted as (
  select
    * except (`amount`, _refused),
    try_cast(`amount` as decimal(10,2)) as `amount`,
    case
      when _refused is not null then _refused
      when `amount` is not null and try_cast(`amount` as decimal(10,2)) is null then 'column amount: the sum does not fit decimal(10,2); give the column a wider type'
    end as _refused
  from merged
)
select
  `order_id`, `status`, `amount`, `updated_at`,
  case
    when _refused is not null then 'refused'
    when _removed then if(_exists, 'delete', 'unchanged')
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `updated_at`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from fitted;

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

insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`)
select `order_id`, `status`, `amount`, `updated_at`
from `orders__commit_5_a1a1a1a1`
where _change = 'insert';

call `lake`.system.fast_forward(table => 'lake.main.orders', branch => 'main', to => 'commit_5_a1a1a1a1');

insert into lake.main.orders__commits
replace where epoch = 'b1' and commit = 5
values (
  5, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}',
  1, 1, 1, 1, 1, 1, 1, 1
);

alter table lake.main.orders set tblproperties ('tablestore.commits.b1.5' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}');

alter table lake.main.orders drop branch if exists `commit_5_a1a1a1a1`;
