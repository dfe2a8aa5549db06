create or replace table lake.main.orders__commit
using iceberg
tblproperties ('tablestore.epoch' = 'b1', 'tablestore.commit' = '0', 'tablestore.compacted' = '5', 'tablestore.committed-at' = '2026-01-01 00:00:00.000000+00:00', 'tablestore.invocation-id' = 'run-1', 'tablestore.offsets' = '{}')
as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    struct(case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `amount`, `updated_at`) as _order
  from (
    select *, coalesce(upper(`_row_kind`), '+I') as _kind
    from batch
  )
),
folded as (
  select
    `order_id`,
    array_sort(collect_list(struct(_order, _kind, _kind in ('-U', '-D') as _retract, cast(`status` as string) as `status`, cast(`amount` as decimal(10,2)) as `amount`, cast(`updated_at` as timestamp) as `updated_at`)), (l, r) -> if(l._order < r._order, -1, if(l._order > r._order, 1, 0))) as _records,
    max(_order) filter (where _kind = '-D') as _gone_at,
    coalesce(bool_or(_kind = '-U'), false) as _taken_back,
    max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _bad_kind,
    count(*) as _rows
  from changes
  group by `order_id`
),
kept as (
  select
    *,
    if(_gone_at is null, _records, filter(_records, r -> r._order > _gone_at)) as _kept
  from folded
),
stepped as (
  select
    *,
    aggregate(_kept, named_struct('v', cast(null as string)), (a, r) -> case when r._retract then named_struct('v', cast(if(r.`status` is null, a.v, null) as string)) else named_struct('v', cast(coalesce(r.`status`, a.v) as string)) end) as `status`,
    aggregate(_kept, named_struct('v', cast(null as decimal(20,2))), (a, r) -> case when r._retract then named_struct('v', cast(case when a.v is null then -r.`amount` when r.`amount` is null then a.v else try_subtract(a.v, r.`amount`) end as decimal(20,2))) else named_struct('v', cast(case when a.v is null then r.`amount` when r.`amount` is null then a.v else try_add(a.v, r.`amount`) end as decimal(20,2))) end) as `amount`,
    aggregate(_kept, named_struct('v', cast(null as timestamp)), (a, r) -> case when r._retract then named_struct('v', cast(if(r.`updated_at` is null, a.v, null) as timestamp)) else named_struct('v', cast(coalesce(r.`updated_at`, a.v) as timestamp)) end) as `updated_at`
  from kept
)
select
  `order_id`,
  cast(if(size(_kept) = 1, _kept[0].`status`, `status`.v) as string) as `status`,
  cast(`amount`.v as decimal(20,2)) as `amount`,
  cast(if(size(_kept) = 1, _kept[0].`updated_at`, `updated_at`.v) as timestamp) as `updated_at`,
  _gone_at is not null as _reset,
  size(_kept) = 0 as _gone,
  size(_kept) = 1 and _kept[0]._retract as _retract,
  _taken_back as _retracts,
  _bad_kind,
  _rows
from stepped;

create or replace table lake.main.orders__commit
using iceberg
tblproperties ('tablestore.epoch' = 'b1', 'tablestore.commit' = '5', 'tablestore.compacted' = '5', 'tablestore.committed-at' = '2026-01-01 00:00:00.000000+00:00', 'tablestore.invocation-id' = 'run-1', 'tablestore.offsets' = '{}')
as
with new as (
  select * from lake.main.orders__commit
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`
  from lake.main.orders as old
  join lake.main.orders__commit as new on old.`order_id` = new.`order_id`
),
merged as (
  select
    new.`order_id`,
    case when old.`order_id` is null or new._reset then new.`status` else case when new._retract then if(new.`status` is null, old.`status`, null) else coalesce(new.`status`, old.`status`) end end as `status`,
    case when old.`order_id` is null or new._reset then new.`amount` else case when old.`amount` is null then new.`amount` when new.`amount` is null then old.`amount` else try_add(old.`amount`, new.`amount`) end end as `amount`,
    case when old.`order_id` is null or new._reset then new.`updated_at` else case when new._retract then if(new.`updated_at` is null, old.`updated_at`, null) else coalesce(new.`updated_at`, old.`updated_at`) end end as `updated_at`,
    old.`order_id` is not null as _exists,
    struct(old.`status`, old.`amount`, old.`updated_at`) as _old,
    new._gone and false as _late,
    new._gone or new._retract and (old.`order_id` is null or new._reset) as _removed,
    case when new.`order_id` is null then 'key column order_id is null' when new._bad_kind is not null then concat('row kind ', new._bad_kind, ' is none of +I, -U, +U, -D') end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
),
fitted as (
  select
    `order_id`,
    `status`,
    try_cast(`amount` as decimal(10,2)) as `amount`,
    `updated_at`,
    _exists,
    _old,
    _late,
    _removed,
    case
      when _refused is not null then _refused
      when `amount` is not null and try_cast(`amount` as decimal(10,2)) is null then 'column amount: the sum does not fit decimal(10,2); give the column a wider type'
    end as _refused,
    _rows
  from merged
)
select
  `order_id`, `status`, `amount`, `updated_at`,
  case
    when _refused is not null then 'refused'
    when _late then 'late'
    when _removed and _exists then 'delete'
    when _removed then 'unchanged'
    when not _exists then 'insert'
    when _old <=> struct(`status`, `amount`, `updated_at`) then 'unchanged'
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
  count_if(_change = 'refused') as rows_refused,
  coalesce(sum(_rows), 0) as rows_in_batch
from lake.main.orders__commit;

merge into lake.main.orders as old
using (
  select `order_id`, `status`, `amount`, `updated_at`, _change
  from lake.main.orders__commit
  where _change in ('update', 'delete')
) as new
on old.`order_id` = new.`order_id`
when matched and new._change = 'delete' then delete
when matched then update set
  `order_id` = new.`order_id`,
  `status` = new.`status`,
  `amount` = new.`amount`,
  `updated_at` = new.`updated_at`;

insert into lake.main.orders (`order_id`, `status`, `amount`, `updated_at`)
select `order_id`, `status`, `amount`, `updated_at`
from lake.main.orders__commit
where _change = 'insert';

insert into lake.main.orders__commits
  (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged, rows_ignored_late, rows_in_batch)
values
  (5, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}', 1, 1, 1, 1, 1, 1);

alter table lake.main.orders set tblproperties ('tablestore.epoch' = 'b1', 'tablestore.commit' = '5', 'tablestore.compacted' = '5', 'tablestore.committed-at' = '2026-01-01 00:00:00.000000+00:00', 'tablestore.invocation-id' = 'run-1', 'tablestore.offsets' = '{}');
