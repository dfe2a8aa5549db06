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
    struct(case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `changed_at`, `amount`) as _order
  from (
    select *, coalesce(upper(`_row_kind`), '+I') as _kind
    from batch
  )
),
folded as (
  select
    `order_id`,
    array_sort(collect_list(struct(_order, _kind, _kind in ('-U', '-D') as _retract, cast(`status` as string) as `status`, cast(`changed_at` as timestamp) as `changed_at`, cast(`amount` as decimal(10,2)) as `amount`)), (l, r) -> if(l._order < r._order, -1, if(l._order > r._order, 1, 0))) as _records,
    bool_or(_kind in ('-U', '-D') and (`changed_at` is not null)) as _retracts_1,
    max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _bad_kind,
    count(*) as _rows
  from changes
  group by `order_id`
),
deleted as (
  select
    *,
    aggregate(_records, named_struct('at', if(size(_records) = 0, _records[0]._order, null), 's1', struct(cast(null as timestamp) as `changed_at`), 'g1', struct(cast(null as timestamp) as `changed_at`)), (a, r) -> if(r._kind = '-D' and ((r.`changed_at` is not null) and struct(r.`changed_at`) >= a.s1), named_struct('at', r._order, 's1', struct(cast(null as timestamp) as `changed_at`), 'g1', if(struct(r.`changed_at`) >= a.g1, struct(r.`changed_at`), a.g1)), named_struct('at', a.`at`, 's1', if(struct(r.`changed_at`) >= a.s1, struct(r.`changed_at`), a.s1), 'g1', a.g1))) as _delete
  from folded
),
kept as (
  select
    *,
    if(_delete.`at` is null or size(_records) = 1, _records, filter(_records, r -> r._order > _delete.`at`)) as _kept
  from deleted
),
stepped as (
  select
    *,
    aggregate(_kept, named_struct('v', cast(null as string), 'seq', struct(cast(null as timestamp) as `changed_at`)), (a, r) -> case when not (r.`changed_at` is not null) then a when r._retract and struct(r.`changed_at`) < a.seq then named_struct('v', cast(a.v as string), 'seq', a.seq) when r._retract then named_struct('v', cast(null as string), 'seq', struct(r.`changed_at`)) when struct(r.`changed_at`) < a.seq then named_struct('v', cast(a.v as string), 'seq', a.seq) else named_struct('v', cast(r.`status` as string), 'seq', struct(r.`changed_at`)) end) as `status`,
    aggregate(_kept, named_struct('v', cast(null as timestamp), 'seq', struct(cast(null as timestamp) as `changed_at`)), (a, r) -> case when not (r.`changed_at` is not null) then a when r._retract and struct(r.`changed_at`) < a.seq then named_struct('v', cast(a.v as timestamp), 'seq', a.seq) when r._retract then named_struct('v', cast(r.`changed_at` as timestamp), 'seq', struct(r.`changed_at`)) when struct(r.`changed_at`) < a.seq then named_struct('v', cast(a.v as timestamp), 'seq', a.seq) else named_struct('v', cast(r.`changed_at` as timestamp), 'seq', struct(r.`changed_at`)) end) as `changed_at`,
    aggregate(_kept, named_struct('v', cast(null as decimal(10,2))), (a, r) -> case when r._retract then a else named_struct('v', cast(coalesce(r.`amount`, a.v) as decimal(10,2))) end) as `amount`
  from kept
)
select
  `order_id`,
  cast(if(size(_kept) = 1, _kept[0].`status`, `status`.v) as string) as `status`,
  cast(if(size(_kept) = 1, _kept[0].`changed_at`, `changed_at`.v) as timestamp) as `changed_at`,
  cast(if(size(_kept) = 1, _kept[0].`amount`, `amount`.v) as decimal(10,2)) as `amount`,
  size(_kept) = 0 as _gone,
  size(_kept) > 0 and forall(_kept, r -> r._retract) as _retract,
  if((_delete.g1.`changed_at` is not null), _delete.g1, null) as _delete_1,
  _retracts_1,
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
  select old.`order_id`, old.`status`, old.`changed_at`, old.`amount`
  from lake.main.orders as old
  join lake.main.orders__commit as new on old.`order_id` = new.`order_id`
),
merged as (
  select
    new.`order_id`,
    case when old.`order_id` is null or coalesce(new._delete_1 >= struct(old.`changed_at`), false) then new.`status` else case when not (new.`changed_at` is not null) then if((old.`changed_at` is not null), old.`status`, null) when new._retract and struct(new.`changed_at`) < struct(old.`changed_at`) then if((old.`changed_at` is not null), old.`status`, null) when new._retract then null when struct(new.`changed_at`) < struct(old.`changed_at`) then if((old.`changed_at` is not null), old.`status`, null) else new.`status` end end as `status`,
    case when old.`order_id` is null or coalesce(new._delete_1 >= struct(old.`changed_at`), false) then new.`changed_at` else case when not (new.`changed_at` is not null) then if((old.`changed_at` is not null), old.`changed_at`, null) when new._retract and struct(new.`changed_at`) < struct(old.`changed_at`) then if((old.`changed_at` is not null), old.`changed_at`, null) when struct(new.`changed_at`) < struct(old.`changed_at`) then if((old.`changed_at` is not null), old.`changed_at`, null) else new.`changed_at` end end as `changed_at`,
    case when old.`order_id` is null or coalesce(new._delete_1 >= struct(old.`changed_at`), false) then new.`amount` else case when new._retract then old.`amount` else coalesce(new.`amount`, old.`amount`) end end as `amount`,
    old.`order_id` is not null as _exists,
    struct(old.`status`, old.`changed_at`, old.`amount`) as _old,
    new._gone and not old.`order_id` is null and not coalesce(new._delete_1 >= struct(old.`changed_at`), false) as _late,
    new._gone and (old.`order_id` is null or coalesce(new._delete_1 >= struct(old.`changed_at`), false)) or new._retract and (old.`order_id` is null or coalesce(new._delete_1 >= struct(old.`changed_at`), false)) as _removed,
    case when new.`order_id` is null then 'key column order_id is null' when new._bad_kind is not null then concat('row kind ', new._bad_kind, ' is none of +I, -U, +U, -D') end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
)
select
  `order_id`, `status`, `changed_at`, `amount`,
  case
    when _refused is not null then 'refused'
    when _late then 'late'
    when _removed and _exists then 'delete'
    when _removed then 'unchanged'
    when not _exists then 'insert'
    when _old <=> struct(`status`, `changed_at`, `amount`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from merged;

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
  select `order_id`, `status`, `changed_at`, `amount`, _change
  from lake.main.orders__commit
  where _change in ('update', 'delete')
) as new
on old.`order_id` = new.`order_id`
when matched and new._change = 'delete' then delete
when matched then update set
  `order_id` = new.`order_id`,
  `status` = new.`status`,
  `changed_at` = new.`changed_at`,
  `amount` = new.`amount`;

insert into lake.main.orders (`order_id`, `status`, `changed_at`, `amount`)
select `order_id`, `status`, `changed_at`, `amount`
from lake.main.orders__commit
where _change = 'insert';

insert into lake.main.orders__commits
  (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged, rows_ignored_late, rows_in_batch)
values
  (5, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}', 1, 1, 1, 1, 1, 1);

alter table lake.main.orders set tblproperties ('tablestore.epoch' = 'b1', 'tablestore.commit' = '5', 'tablestore.compacted' = '5', 'tablestore.committed-at' = '2026-01-01 00:00:00.000000+00:00', 'tablestore.invocation-id' = 'run-1', 'tablestore.offsets' = '{}');
