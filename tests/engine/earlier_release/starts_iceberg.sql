create schema if not exists lake.<schema>
;
create or replace table lake.<schema>.orders__commit_77f949f8
using iceberg
tblproperties (
  'tablestore.epoch' = 'aa67f2b8be0259543bd7652b7670d413',
  'tablestore.commit' = '1',
  'tablestore.staged' = '77f949f8',
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
  'tablestore.staged-at' = '2026-11-24 11:48:52',
  'tablestore.invocation-id' = 'a79ea392-db6e-4c19-b79a-334e7b6bd6dd',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
with new as (
  with batch as (
    select cast(1 as int) as `id`, cast("a" as string) as `status`, cast(10 as int) as `amount`, cast(1 as int) as `at`, cast("+I" as string) as `_row_kind`
    union all select cast(2 as int) as `id`, cast("a" as string) as `status`, cast(20 as int) as `amount`, cast(9 as int) as `at`, cast("+I" as string) as `_row_kind`
    union all select cast(3 as int) as `id`, cast("a" as string) as `status`, cast(30 as int) as `amount`, cast(1 as int) as `at`, cast("+I" as string) as `_row_kind`
    union all select cast(5 as int) as `id`, cast("a" as string) as `status`, cast(50 as int) as `amount`, cast(1 as int) as `at`, cast("+I" as string) as `_row_kind`
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
  'tablestore.epoch' = 'aa67f2b8be0259543bd7652b7670d413',
  'tablestore.commit' = '1',
  'tablestore.staged' = '77f949f8',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'a79ea392-db6e-4c19-b79a-334e7b6bd6dd',
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
  'tablestore.epoch' = 'aa67f2b8be0259543bd7652b7670d413',
  'tablestore.commit' = '0',
  'tablestore.staged' = '77f949f8',
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
  'tablestore.staged-at' = '2026-11-24 11:48:52',
  'tablestore.invocation-id' = 'a79ea392-db6e-4c19-b79a-334e7b6bd6dd',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
select `id`, `status`, `amount`, `at`
from lake.<schema>.orders__commit_77f949f8
where _change = 'insert'
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
replace where epoch = 'aa67f2b8be0259543bd7652b7670d413' and commit = 1
values (
  1, 'aa67f2b8be0259543bd7652b7670d413', timestamp '2026-03-01 00:00:00', 'a79ea392-db6e-4c19-b79a-334e7b6bd6dd', '{}',
  4, 0, 0, 0, 0, 0, 4, 621
)
;
alter table lake.<schema>.orders set tblproperties ('tablestore.commits.aa67f2b8be0259543bd7652b7670d413.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "none", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.orders__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "aa67f2b8be0259543bd7652b7670d413", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "a79ea392-db6e-4c19-b79a-334e7b6bd6dd", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "77f949f8", "tablestore.staged-at": "2026-11-24 11:48:52", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop table if exists lake.<schema>.orders__claim_1_new purge
-- next run
create schema if not exists lake.<schema>
;
drop table if exists lake.<schema>.orders__commit_77f949f8 purge
;
cache lazy table `orders__fold_3ab90125` as
select *
from (
  with batch as (
    select cast(1 as int) as `id`, cast("b" as string) as `status`, cast(null as int) as `amount`, cast(2 as int) as `at`, cast("+U" as string) as `_row_kind`
    union all select cast(2 as int) as `id`, cast("late" as string) as `status`, cast(21 as int) as `amount`, cast(1 as int) as `at`, cast("+U" as string) as `_row_kind`
    union all select cast(3 as int) as `id`, cast("a" as string) as `status`, cast(30 as int) as `amount`, cast(2 as int) as `at`, cast("-D" as string) as `_row_kind`
    union all select cast(4 as int) as `id`, cast("new" as string) as `status`, cast(40 as int) as `amount`, cast(1 as int) as `at`, cast("+I" as string) as `_row_kind`
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
where '3ab90125' is not null
;
create or replace table lake.<schema>.orders__commit_3ab90125
using iceberg
tblproperties (
  'tablestore.epoch' = 'aa67f2b8be0259543bd7652b7670d413',
  'tablestore.commit' = '2',
  'tablestore.staged' = '3ab90125',
  'tablestore.claims' = '["lake.<schema>.orders__claim_2_aa67f2b8"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'iceberg',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = 'none',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'lookup',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '1',
  'tablestore.changelog-complete' = 'false',
  'tablestore.compacted' = '2',
  'tablestore.compacted-at' = '2026-03-01 01:00:00',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.staged-at' = '2026-11-24 11:48:53',
  'tablestore.invocation-id' = '0e8b7134-811b-405b-8e04-2cb7ab137644',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
with new as (
  select * from `orders__fold_3ab90125`
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
    if(old.`id` is not null, struct(old.`id`, old.`status`, old.`amount`, old.`at`), null) as _before,
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
  _before,
  _change = 'insert' or _before is not null as _logged,
  _refused,
  _rows
from merged
;
drop view `orders__fold_3ab90125`
;
create table if not exists lake.<schema>.orders__claim_2_aa67f2b8 (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = 'aa67f2b8be0259543bd7652b7670d413',
  'tablestore.commit' = '2',
  'tablestore.staged' = '3ab90125',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = '0e8b7134-811b-405b-8e04-2cb7ab137644',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.rebuild' = 'false'
)
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
select `id`, `status`, `amount`, `at`, _row_kind, cast(2 as bigint) as _commit,
  timestamp '2026-03-01 01:00:00' as _committed_at
from (
  select
    _before.`id`, _before.`status`, _before.`amount`, _before.`at`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from lake.<schema>.orders__commit_3ab90125
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from lake.<schema>.orders__commit_3ab90125
  where _logged and _change <> 'delete'
)
;
alter table lake.<schema>.orders create or replace branch `commit_3ab90125` as of version <snapshot>
;
merge into lake.<schema>.orders.`branch_commit_3ab90125` as old
using (
  select `id`, `status`, `amount`, `at`, _change
  from lake.<schema>.orders__commit_3ab90125
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
insert into lake.<schema>.orders.`branch_commit_3ab90125` (`id`, `status`, `amount`, `at`)
select `id`, `status`, `amount`, `at`
from lake.<schema>.orders__commit_3ab90125
where _change = 'insert'
;
call `lake`.system.fast_forward(table => 'lake.<schema>.orders', branch => 'main', to => 'commit_3ab90125')
;
alter table lake.<schema>.orders drop branch if exists `commit_3ab90125`
;
insert into lake.<schema>.orders__commits
replace where epoch = 'aa67f2b8be0259543bd7652b7670d413' and commit = 2
values (
  2, 'aa67f2b8be0259543bd7652b7670d413', timestamp '2026-03-01 01:00:00', '0e8b7134-811b-405b-8e04-2cb7ab137644', '{}',
  1, 1, 1, 0, 1, 0, 4, 1255
)
;
alter table lake.<schema>.orders set tblproperties ('tablestore.commits.aa67f2b8be0259543bd7652b7670d413.2' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "false", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 1, "tablestore.claims": "[\\"lake.<schema>.orders__claim_2_aa67f2b8\\"]", "tablestore.column-types": "{}", "tablestore.commit": 2, "tablestore.committed-at": "2026-03-01 01:00:00", "tablestore.compacted": 2, "tablestore.compacted-at": "2026-03-01 01:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "aa67f2b8be0259543bd7652b7670d413", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "0e8b7134-811b-405b-8e04-2cb7ab137644", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "3ab90125", "tablestore.staged-at": "2026-11-24 11:48:53", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop table if exists lake.<schema>.orders__claim_2_aa67f2b8 purge
