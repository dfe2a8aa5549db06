create schema if not exists lake.<schema>
;
create or replace table lake.<schema>.orders__input_22c6290b
using iceberg
tblproperties (
  'tablestore.format' = 'iceberg',
  'tablestore.staged-at' = '2026-11-24 11:41:09'
)
as
select *, coalesce(upper(`_row_kind`), '+I') as _kind
from (
  select cast(1 as int) as `id`, cast("a" as string) as `status`, cast(10 as int) as `amount`, cast(1 as int) as `at`, cast("+I" as string) as `_row_kind`
  union all select cast(2 as int) as `id`, cast("a" as string) as `status`, cast(20 as int) as `amount`, cast(9 as int) as `at`, cast("+I" as string) as `_row_kind`
  union all select cast(3 as int) as `id`, cast("a" as string) as `status`, cast(30 as int) as `amount`, cast(1 as int) as `at`, cast("+I" as string) as `_row_kind`
  union all select cast(5 as int) as `id`, cast("a" as string) as `status`, cast(50 as int) as `amount`, cast(1 as int) as `at`, cast("+I" as string) as `_row_kind`
)
;
create or replace table lake.<schema>.orders__commit_22c6290b
using iceberg
tblproperties (
  'tablestore.epoch' = '8fa78eb0bc0b213ad914eab4ef6531bd',
  'tablestore.commit' = '1',
  'tablestore.staged' = '22c6290b',
  'tablestore.claims' = '["lake.<schema>.orders__claim_1_new"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'iceberg',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = 'none',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'input',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '1',
  'tablestore.compacted-at' = '2026-03-01 00:00:00',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.staged-at' = '2026-11-24 11:41:09',
  'tablestore.invocation-id' = '5b9ecad9-00c2-413b-8c6d-1e7de88c9ff7',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
with new as (
  with batch as (
    select * except (_kind) from lake.<schema>.orders__input_22c6290b
  ),
  changes as (
    select
      *,
      coalesce(upper(`_row_kind`), '+I') as _kind,
      struct(`at`, case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `amount`) as _order
    from batch
  ),
  folded as (
    select
      `id`,
      max_by(struct(`status`, `amount`, `at`, _kind), _order) as _last,
      max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
      count(*) as _rows
    from changes
    group by `id`
  )
  select
    `id`,
    cast(_last.`status` as string) as `status`,
    cast(_last.`amount` as int) as `amount`,
    cast(_last.`at` as int) as `at`,
    _last._kind in ('-U', '-D') as _is_retraction,
    _unknown_kind,
    _rows
  from folded
),
old as (
  select
    cast(null as int) as `id`,
    cast(null as string) as `status`,
    cast(null as int) as `amount`,
    cast(null as int) as `at`
  where false
),
merged as (
  select
    new.`id`,
    new.`status`,
    new.`amount`,
    new.`at`,
    old.`id` is not null as _exists,
    struct(old.`status`, old.`amount`, old.`at`) as _old_values,
    struct(new.`at`) < struct(old.`at`) as _late,
    new._is_retraction as _removed,
    case
      when new.`id` is null then 'key column id is null'
      when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
    end as _refused,
    new._rows
  from new
  left join old on old.`id` = new.`id`
)
select
  `id`, `status`, `amount`, `at`,
  case
    when _refused is not null then 'refused'
    when _late then 'late'
    when _removed then if(_exists, 'delete', 'unchanged')
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `at`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from merged
;
create table if not exists lake.<schema>.orders__claim_1_new (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = '8fa78eb0bc0b213ad914eab4ef6531bd',
  'tablestore.commit' = '1',
  'tablestore.staged' = '22c6290b',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = '5b9ecad9-00c2-413b-8c6d-1e7de88c9ff7',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.rebuild' = 'true'
)
;
create or replace table lake.<schema>.orders
using iceberg
tblproperties (
  'commit.manifest.min-count-to-merge' = '4',
  'format-version' = '2',
  'write.delete.mode' = 'merge-on-read',
  'write.update.mode' = 'merge-on-read',
  'write.merge.mode' = 'merge-on-read',
  'tablestore.epoch' = '8fa78eb0bc0b213ad914eab4ef6531bd',
  'tablestore.commit' = '0',
  'tablestore.staged' = '22c6290b',
  'tablestore.claims' = '["lake.<schema>.orders__claim_1_new"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'iceberg',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = 'none',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'none',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '1',
  'tablestore.compacted-at' = '2026-03-01 00:00:00',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.staged-at' = '2026-11-24 11:41:09',
  'tablestore.invocation-id' = '5b9ecad9-00c2-413b-8c6d-1e7de88c9ff7',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
select `id`, `status`, `amount`, `at`
from lake.<schema>.orders__commit_22c6290b
where _change = 'insert'
;
create or replace table lake.<schema>.orders__changelog
using iceberg
partitioned by (truncate(100, _commit))
tblproperties (
  'commit.manifest.min-count-to-merge' = '4',
  'format-version' = '2',
  'write.distribution-mode' = 'none',
  'write.spark.fanout.enabled' = 'true',
  'write.metadata.metrics.column._commit' = 'full'
)
as
select `id`, `status`, `amount`, `at`, _row_kind, cast(1 as bigint) as _commit,
  timestamp '2026-03-01 00:00:00' as _committed_at
from (
  select `id`, `status`, `amount`, `at`, _kind as _row_kind
  from lake.<schema>.orders__input_22c6290b
)
;
create table if not exists lake.<schema>.orders__commits (
  commit bigint comment 'number within its build of the table',
  epoch string comment 'the build of the table',
  committed_at timestamp comment 'when the run began',
  invocation_id string comment 'the run, as in run_results.json',
  offsets string comment 'up to which commit the changes of other tables were read, as JSON',
  rows_inserted bigint,
  rows_updated bigint,
  rows_deleted bigint,
  rows_unchanged bigint,
  rows_ignored_late bigint,
  rows_ignored bigint,
  rows_in_batch bigint,
  duration_ms bigint
)
using iceberg
partitioned by (epoch)
tblproperties ('tablestore.history-of' = 'lake.<schema>.orders')
;
insert into lake.<schema>.orders__commits
replace where epoch = '8fa78eb0bc0b213ad914eab4ef6531bd' and commit = 1
values (
  1, '8fa78eb0bc0b213ad914eab4ef6531bd', timestamp '2026-03-01 00:00:00', '5b9ecad9-00c2-413b-8c6d-1e7de88c9ff7', '{}',
  4, 0, 0, 0, 0, 0, 4, 724
)
;
alter table lake.<schema>.orders set tblproperties ('tablestore.commits.8fa78eb0bc0b213ad914eab4ef6531bd.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "input", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.orders__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "8fa78eb0bc0b213ad914eab4ef6531bd", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "5b9ecad9-00c2-413b-8c6d-1e7de88c9ff7", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "22c6290b", "tablestore.staged-at": "2026-11-24 11:41:09", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop table if exists lake.<schema>.orders__claim_1_new purge
-- next run
create schema if not exists lake.<schema>
;
drop table if exists lake.<schema>.orders__commit_22c6290b purge
;
drop table if exists lake.<schema>.orders__input_22c6290b purge
;
create or replace table lake.<schema>.orders__input_ea0d07aa
using iceberg
tblproperties (
  'tablestore.format' = 'iceberg',
  'tablestore.staged-at' = '2026-11-24 11:41:11'
)
as
select *, coalesce(upper(`_row_kind`), '+I') as _kind
from (
  select cast(1 as int) as `id`, cast("b" as string) as `status`, cast(null as int) as `amount`, cast(2 as int) as `at`, cast("+U" as string) as `_row_kind`
  union all select cast(2 as int) as `id`, cast("late" as string) as `status`, cast(21 as int) as `amount`, cast(1 as int) as `at`, cast("+U" as string) as `_row_kind`
  union all select cast(3 as int) as `id`, cast("a" as string) as `status`, cast(30 as int) as `amount`, cast(2 as int) as `at`, cast("-D" as string) as `_row_kind`
  union all select cast(4 as int) as `id`, cast("new" as string) as `status`, cast(40 as int) as `amount`, cast(1 as int) as `at`, cast("+I" as string) as `_row_kind`
)
;
cache lazy table `orders__fold_ea0d07aa` as
select *
from (
  with batch as (
    select * except (_kind) from lake.<schema>.orders__input_ea0d07aa
  ),
  changes as (
    select
      *,
      coalesce(upper(`_row_kind`), '+I') as _kind,
      struct(`at`, case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `amount`) as _order
    from batch
  ),
  folded as (
    select
      `id`,
      max_by(struct(`status`, `amount`, `at`, _kind), _order) as _last,
      max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
      count(*) as _rows
    from changes
    group by `id`
  )
  select
    `id`,
    cast(_last.`status` as string) as `status`,
    cast(_last.`amount` as int) as `amount`,
    cast(_last.`at` as int) as `at`,
    _last._kind in ('-U', '-D') as _is_retraction,
    _unknown_kind,
    _rows
  from folded
)
where 'ea0d07aa' is not null
;
create or replace table lake.<schema>.orders__commit_ea0d07aa
using iceberg
tblproperties (
  'tablestore.epoch' = '8fa78eb0bc0b213ad914eab4ef6531bd',
  'tablestore.commit' = '2',
  'tablestore.staged' = 'ea0d07aa',
  'tablestore.claims' = '["lake.<schema>.orders__claim_2_8fa78eb0"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'iceberg',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = 'none',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'input',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '2',
  'tablestore.compacted-at' = '2026-03-01 01:00:00',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.staged-at' = '2026-11-24 11:41:11',
  'tablestore.invocation-id' = 'fc009dfc-d00d-43d9-844c-f5f2b59beab6',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
with new as (
  select * from `orders__fold_ea0d07aa`
),
old as (
  select old.`id`, old.`status`, old.`amount`, old.`at`
  from lake.<schema>.orders as old
  join new on old.`id` = new.`id`
    and (old.`id` between 1 and 1 or old.`id` between 2 and 2 or old.`id` between 3 and 3 or old.`id` between 4 and 4)
),
merged as (
  select
    new.`id`,
    new.`status`,
    new.`amount`,
    new.`at`,
    old.`id` is not null as _exists,
    struct(old.`status`, old.`amount`, old.`at`) as _old_values,
    struct(new.`at`) < struct(old.`at`) as _late,
    new._is_retraction as _removed,
    case
      when new.`id` is null then 'key column id is null'
      when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
    end as _refused,
    new._rows
  from new
  left join old on old.`id` = new.`id`
)
select
  `id`, `status`, `amount`, `at`,
  case
    when _refused is not null then 'refused'
    when _late then 'late'
    when _removed then if(_exists, 'delete', 'unchanged')
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `at`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from merged
;
drop view `orders__fold_ea0d07aa`
;
create table if not exists lake.<schema>.orders__claim_2_8fa78eb0 (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = '8fa78eb0bc0b213ad914eab4ef6531bd',
  'tablestore.commit' = '2',
  'tablestore.staged' = 'ea0d07aa',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'fc009dfc-d00d-43d9-844c-f5f2b59beab6',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.rebuild' = 'false'
)
;
insert into lake.<schema>.orders__changelog
replace where _commit = 2
select `id`, `status`, `amount`, `at`, _row_kind, cast(2 as bigint) as _commit,
  timestamp '2026-03-01 01:00:00' as _committed_at
from (
  select `id`, `status`, `amount`, `at`, _kind as _row_kind
  from lake.<schema>.orders__input_ea0d07aa
)
;
alter table lake.<schema>.orders create or replace branch `commit_ea0d07aa` as of version <snapshot>
;
merge into lake.<schema>.orders.`branch_commit_ea0d07aa` as old
using (
  select `id`, `status`, `amount`, `at`, _change
  from lake.<schema>.orders__commit_ea0d07aa
  where _change in ('update', 'delete')
) as new
on old.`id` = new.`id`
  and (old.`id` between 1 and 1 or old.`id` between 2 and 2 or old.`id` between 3 and 3 or old.`id` between 4 and 4)
when matched and new._change = 'delete' then delete
when matched then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `at` = new.`at`
;
insert into lake.<schema>.orders.`branch_commit_ea0d07aa` (`id`, `status`, `amount`, `at`)
select `id`, `status`, `amount`, `at`
from lake.<schema>.orders__commit_ea0d07aa
where _change = 'insert'
;
call `lake`.system.fast_forward(table => 'lake.<schema>.orders', branch => 'main', to => 'commit_ea0d07aa')
;
alter table lake.<schema>.orders drop branch if exists `commit_ea0d07aa`
;
insert into lake.<schema>.orders__commits
replace where epoch = '8fa78eb0bc0b213ad914eab4ef6531bd' and commit = 2
values (
  2, '8fa78eb0bc0b213ad914eab4ef6531bd', timestamp '2026-03-01 01:00:00', 'fc009dfc-d00d-43d9-844c-f5f2b59beab6', '{}',
  1, 1, 1, 0, 1, 0, 4, 1030
)
;
alter table lake.<schema>.orders set tblproperties ('tablestore.commits.8fa78eb0bc0b213ad914eab4ef6531bd.2' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "input", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.orders__claim_2_8fa78eb0\\"]", "tablestore.column-types": "{}", "tablestore.commit": 2, "tablestore.committed-at": "2026-03-01 01:00:00", "tablestore.compacted": 2, "tablestore.compacted-at": "2026-03-01 01:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "8fa78eb0bc0b213ad914eab4ef6531bd", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "fc009dfc-d00d-43d9-844c-f5f2b59beab6", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "ea0d07aa", "tablestore.staged-at": "2026-11-24 11:41:11", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop table if exists lake.<schema>.orders__claim_2_8fa78eb0 purge
