cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    struct(
      `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`,
      array_sort(map_entries(`labels`))
    ) as _order
  from batch
),
folded as (
  select
    `id`,
    sum(cast(`total` as decimal(20,0))) as `total`,
    sum(if(`seen` is null, 0L, 1L)) as `seen`,
    min(`low`) as `low`,
    max(`high`) as `high`,
    max_by(`last`, _order) as `last`,
    max_by(`filled`, _order) filter (where `filled` is not null) as `filled`,
    min_by(`first`, _order) as `first`,
    bool_and(`every`) as `every`,
    bool_or(`some`) as `some`,
    array_sort(
      collect_list(struct(
        _order, cast(`factor` as double) as `factor`, cast(`words` as string) as `words`,
        cast(`tags` as array<string>) as `tags`, cast(`labels` as map<string,string>) as `labels`
      )),
      (l, r) -> case when l._order < r._order then -1 when l._order > r._order then 1 else 0 end
    ) as _records,
    count(*) as _rows
  from changes
  group by `id`
),
accumulated as (
  select
    *,
    aggregate(
      _records,
      cast(null as double),
      (a, r) -> cast(case when a is null then r.`factor` when r.`factor` is null then a else a * r.`factor` end as double)
    ) as `factor`,
    aggregate(
      _records,
      cast(null as string),
      (a, r) -> cast(case when a is null then r.`words` when r.`words` is null then a else concat(a, ',', r.`words`) end as string)
    ) as `words`,
    aggregate(
      _records,
      cast(null as array<string>),
      (a, r) -> cast(case when a is null then r.`tags` when r.`tags` is null then a else concat(a, r.`tags`) end as array<string>)
    ) as `tags`,
    aggregate(
      _records,
      cast(null as map<string,string>),
      (a, r) -> cast(case when a is null then r.`labels` when r.`labels` is null then a else map_concat(map_filter(a, (k, v) -> not map_contains_key(r.`labels`, k)), r.`labels`) end as map<string,string>)
    ) as `labels`
  from folded
)
select
  `id`,
  cast(`total` as decimal(30,0)) as `total`,
  `factor` as `factor`,
  cast(`seen` as int) as `seen`,
  cast(`low` as int) as `low`,
  cast(`high` as int) as `high`,
  cast(`last` as string) as `last`,
  cast(`filled` as string) as `filled`,
  cast(`first` as string) as `first`,
  `words` as `words`,
  cast(`every` as boolean) as `every`,
  cast(`some` as boolean) as `some`,
  `tags` as `tags`,
  `labels` as `labels`,
  _rows
from accumulated;

alter table lake.main.orders create branch `commit_5_a1a1a1a1` as of version 7001;

cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`id`, old.`total`, old.`factor`, old.`seen`, old.`low`, old.`high`, old.`last`, old.`filled`, old.`first`,
    old.`words`, old.`every`, old.`some`, old.`tags`, old.`labels`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`id` = new.`id`
),
merged as (
  select
    new.`id`,
    case when old.`total` is null then new.`total` when new.`total` is null then old.`total` else try_add(old.`total`, new.`total`) end as `total`,
    case when old.`factor` is null then new.`factor` when new.`factor` is null then old.`factor` else old.`factor` * new.`factor` end as `factor`,
    coalesce(old.`seen`, 0) + coalesce(new.`seen`, 0) as `seen`,
    least(old.`low`, new.`low`) as `low`,
    greatest(old.`high`, new.`high`) as `high`,
    new.`last`,
    coalesce(new.`filled`, old.`filled`) as `filled`,
    case when old.`id` is null then new.`first` else old.`first` end as `first`,
    case when old.`words` is null then new.`words` when new.`words` is null then old.`words` else concat(old.`words`, ',', new.`words`) end as `words`,
    coalesce(old.`every` and new.`every`, old.`every`, new.`every`) as `every`,
    coalesce(old.`some` or new.`some`, old.`some`, new.`some`) as `some`,
    case when old.`tags` is null then new.`tags` when new.`tags` is null then old.`tags` else concat(old.`tags`, new.`tags`) end as `tags`,
    case when old.`labels` is null then new.`labels` when new.`labels` is null then old.`labels` else map_concat(map_filter(old.`labels`, (k, v) -> not map_contains_key(new.`labels`, k)), new.`labels`) end as `labels`,
    old.`id` is not null as _exists,
    struct(
      old.`total`, old.`factor`, old.`seen`, old.`low`, old.`high`, old.`last`, old.`filled`, old.`first`, old.`words`,
      old.`every`, old.`some`, old.`tags`, array_sort(map_entries(old.`labels`))
    ) as _old_values,
    case when new.`id` is null then 'key column id is null' end as _refused,
    new._rows
  from new
  left join old on old.`id` = new.`id`
),
fitted as (
  select
    * except (`total`, _refused),
    try_cast(`total` as bigint) as `total`,
    case
      when _refused is not null then _refused
      when `total` is not null and try_cast(`total` as bigint) is null then 'column total: the sum does not fit bigint; give the column a wider type'
    end as _refused
  from merged
)
select
  `id`, `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`, `labels`,
  case
    when _refused is not null then 'refused'
    when not _exists then 'insert'
    when _old_values <=> struct(
      `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`,
      array_sort(map_entries(`labels`))
    ) then 'unchanged'
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
  select `id`, `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`,
    `labels`, _change
  from `orders__commit_5_a1a1a1a1`
  where _change in ('update', 'delete')
) as new
on old.`id` = new.`id`
when matched and new._change = 'delete' then delete
when matched then update set
  `total` = new.`total`,
  `factor` = new.`factor`,
  `seen` = new.`seen`,
  `low` = new.`low`,
  `high` = new.`high`,
  `last` = new.`last`,
  `filled` = new.`filled`,
  `first` = new.`first`,
  `words` = new.`words`,
  `every` = new.`every`,
  `some` = new.`some`,
  `tags` = new.`tags`,
  `labels` = new.`labels`;

insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`id`, `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`, `labels`)
select `id`, `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`, `labels`
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
