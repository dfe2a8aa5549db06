create schema if not exists lake.<schema>
;
create or replace table lake.<schema>.orders__commit_9fcc7ff7
using iceberg
tblproperties (
  'tablestore.epoch' = '2700614241638fbc438830feba6b8a08',
  'tablestore.commit' = '1',
  'tablestore.staged' = '9fcc7ff7',
  'tablestore.claims' = '["lake.<schema>.orders__claim_1_new"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'partial-update',
  'tablestore.definition' = '{"fields.amount": "last_non_null_value", "fields.status": "last_non_null_value", "merge_engine": "partial-update", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'iceberg',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = '86400000',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'lookup',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '1',
  'tablestore.compacted-at' = '2026-03-01 00:00:00',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.staged-at' = '2026-11-24 11:41:47',
  'tablestore.invocation-id' = 'c71f493e-e2c6-4fba-bcdf-a9e02be0f949',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = 'tableState 1 d (state_ttl)',
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
    where coalesce(upper(`_row_kind`), '+I') not in ('-U', '-D')
  ),
  folded as (
    select
      `id`,
      max_by(`status`, _order) filter (where `status` is not null) as `status`,
      max_by(`amount`, _order) filter (where `amount` is not null) as `amount`,
      max_by(`at`, _order) filter (where `at` is not null) as `at`,
      max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
      bool_and(_kind in ('-U', '-D')) as _only_retractions,
      count(*) as _rows
    from changes
    group by `id`
  )
  select
    `id`,
    cast(`status` as string) as `status`,
    cast(`amount` as int) as `amount`,
    cast(`at` as int) as `at`,
    _unknown_kind,
    _only_retractions,
    _rows
  from folded
),
old as (
  select
    cast(null as int) as `id`,
    cast(null as string) as `status`,
    cast(null as int) as `amount`,
    cast(null as int) as `at`,
    cast(null as timestamp) as `_written_at`
  where false
),
merged as (
  select
    struct(new.`at`) < struct(old.`at`) as _is_older,
    new.`id`,
    case
      when _is_older then coalesce(old.`status`, new.`status`)
      else coalesce(new.`status`, old.`status`)
    end as `status`,
    case
      when _is_older then coalesce(old.`amount`, new.`amount`)
      else coalesce(new.`amount`, old.`amount`)
    end as `amount`,
    case when _is_older then coalesce(old.`at`, new.`at`) else coalesce(new.`at`, old.`at`) end as `at`,
    old.`id` is not null as _exists,
    _expired,
    if(old.`id` is not null, struct(old.`id`, old.`status`, old.`amount`, old.`at`), null) as _before,
    struct(old.`status`, old.`amount`, old.`at`) as _old_values,
    _expired and new._only_retractions as _removed,
    case
      when new.`id` is null then 'key column id is null'
      when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
    end as _refused,
    new._rows
  from (
    select
      old.`id` is not null and old.`_written_at` <= timestamp_micros(unix_micros(timestamp '2026-03-01 00:00:00') - 86400000000) as _expired,
      struct(new.*) as new,
      if(_expired, null, struct(old.*)) as old
    from new
    left join old on old.`id` = new.`id`
  )
)
select
  `id`, `status`, `amount`, `at`,
  case
    when _refused is not null then 'refused'
    when _removed then if(_exists, 'delete', 'unchanged')
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `at`) then 'unchanged'
    else 'update'
  end as _change,
  timestamp '2026-03-01 00:00:00' as `_written_at`,
  case
    when _change in ('update', 'delete') then _change
    when _change = 'insert' then if(_expired, 'update', 'insert')
    when _change = 'unchanged' and _exists then 'update'
    when _change = 'unchanged' and _expired then 'delete'
  end as _write,
  _before,
  _change = 'insert' or _before is not null as _logged,
  _refused,
  _rows
from merged
;
create table if not exists lake.<schema>.orders__claim_1_new (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = '2700614241638fbc438830feba6b8a08',
  'tablestore.commit' = '1',
  'tablestore.staged' = '9fcc7ff7',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'c71f493e-e2c6-4fba-bcdf-a9e02be0f949',
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
  'tablestore.epoch' = '2700614241638fbc438830feba6b8a08',
  'tablestore.commit' = '0',
  'tablestore.staged' = '9fcc7ff7',
  'tablestore.claims' = '["lake.<schema>.orders__claim_1_new"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'partial-update',
  'tablestore.definition' = '{"fields.amount": "last_non_null_value", "fields.status": "last_non_null_value", "merge_engine": "partial-update", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'iceberg',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = '86400000',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'none',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '1',
  'tablestore.compacted-at' = '2026-03-01 00:00:00',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.staged-at' = '2026-11-24 11:41:47',
  'tablestore.invocation-id' = 'c71f493e-e2c6-4fba-bcdf-a9e02be0f949',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = 'tableState 1 d (state_ttl)',
  'tablestore.offsets' = '{}'
)
as
select `id`, `status`, `amount`, `at`, `_written_at`
from lake.<schema>.orders__commit_9fcc7ff7
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
  select
    _before.`id`, _before.`status`, _before.`amount`, _before.`at`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from lake.<schema>.orders__commit_9fcc7ff7
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from lake.<schema>.orders__commit_9fcc7ff7
  where _logged and _change <> 'delete'
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
replace where epoch = '2700614241638fbc438830feba6b8a08' and commit = 1
values (
  1, '2700614241638fbc438830feba6b8a08', timestamp '2026-03-01 00:00:00', 'c71f493e-e2c6-4fba-bcdf-a9e02be0f949', '{}',
  4, 0, 0, 0, 0, 0, 4, 704
)
;
alter table lake.<schema>.orders set tblproperties ('tablestore.commits.2700614241638fbc438830feba6b8a08.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.orders__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"fields.amount\\": \\"last_non_null_value\\", \\"fields.status\\": \\"last_non_null_value\\", \\"merge_engine\\": \\"partial-update\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "2700614241638fbc438830feba6b8a08", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "c71f493e-e2c6-4fba-bcdf-a9e02be0f949", "tablestore.merge-engine": "partial-update", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "9fcc7ff7", "tablestore.staged-at": "2026-11-24 11:41:47", "tablestore.state-since": "", "tablestore.state-ttl": 86400000, "tablestore.states": "tableState 1 d (state_ttl)"}')
;
drop table if exists lake.<schema>.orders__claim_1_new purge
-- next run
create schema if not exists lake.<schema>
;
drop table if exists lake.<schema>.orders__commit_9fcc7ff7 purge
;
cache lazy table `orders__fold_2276050a` as
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
    where coalesce(upper(`_row_kind`), '+I') not in ('-U', '-D')
  ),
  folded as (
    select
      `id`,
      max_by(`status`, _order) filter (where `status` is not null) as `status`,
      max_by(`amount`, _order) filter (where `amount` is not null) as `amount`,
      max_by(`at`, _order) filter (where `at` is not null) as `at`,
      max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
      bool_and(_kind in ('-U', '-D')) as _only_retractions,
      count(*) as _rows
    from changes
    group by `id`
  )
  select
    `id`,
    cast(`status` as string) as `status`,
    cast(`amount` as int) as `amount`,
    cast(`at` as int) as `at`,
    _unknown_kind,
    _only_retractions,
    _rows
  from folded
)
where '2276050a' is not null
;
create or replace table lake.<schema>.orders__commit_2276050a
using iceberg
tblproperties (
  'tablestore.epoch' = '2700614241638fbc438830feba6b8a08',
  'tablestore.commit' = '2',
  'tablestore.staged' = '2276050a',
  'tablestore.claims' = '["lake.<schema>.orders__claim_2_27006142"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'partial-update',
  'tablestore.definition' = '{"fields.amount": "last_non_null_value", "fields.status": "last_non_null_value", "merge_engine": "partial-update", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'iceberg',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = '86400000',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'lookup',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '2',
  'tablestore.compacted-at' = '2026-03-01 01:00:00',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.staged-at' = '2026-11-24 11:41:48',
  'tablestore.invocation-id' = '1f8e9bcc-2adb-4158-9f95-f231864fc879',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = 'tableState 1 d (state_ttl)',
  'tablestore.offsets' = '{}'
)
as
with new as (
  select * from `orders__fold_2276050a`
),
old as (
  select old.`id`, old.`status`, old.`amount`, old.`at`, old.`_written_at`
  from lake.<schema>.orders as old
  join new on old.`id` = new.`id`
    and (old.`id` between 1 and 1 or old.`id` between 2 and 2 or old.`id` between 4 and 4)
),
merged as (
  select
    struct(new.`at`) < struct(old.`at`) as _is_older,
    new.`id`,
    case
      when _is_older then coalesce(old.`status`, new.`status`)
      else coalesce(new.`status`, old.`status`)
    end as `status`,
    case
      when _is_older then coalesce(old.`amount`, new.`amount`)
      else coalesce(new.`amount`, old.`amount`)
    end as `amount`,
    case when _is_older then coalesce(old.`at`, new.`at`) else coalesce(new.`at`, old.`at`) end as `at`,
    old.`id` is not null as _exists,
    _expired,
    if(old.`id` is not null, struct(old.`id`, old.`status`, old.`amount`, old.`at`), null) as _before,
    struct(old.`status`, old.`amount`, old.`at`) as _old_values,
    _expired and new._only_retractions as _removed,
    case
      when new.`id` is null then 'key column id is null'
      when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
    end as _refused,
    new._rows
  from (
    select
      old.`id` is not null and old.`_written_at` <= timestamp_micros(unix_micros(timestamp '2026-03-01 01:00:00') - 86400000000) as _expired,
      struct(new.*) as new,
      if(_expired, null, struct(old.*)) as old
    from new
    left join old on old.`id` = new.`id`
  )
)
select
  `id`, `status`, `amount`, `at`,
  case
    when _refused is not null then 'refused'
    when _removed then if(_exists, 'delete', 'unchanged')
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `at`) then 'unchanged'
    else 'update'
  end as _change,
  timestamp '2026-03-01 01:00:00' as `_written_at`,
  case
    when _change in ('update', 'delete') then _change
    when _change = 'insert' then if(_expired, 'update', 'insert')
    when _change = 'unchanged' and _exists then 'update'
    when _change = 'unchanged' and _expired then 'delete'
  end as _write,
  _before,
  _change = 'insert' or _before is not null as _logged,
  _refused,
  _rows
from merged
;
drop view `orders__fold_2276050a`
;
create table if not exists lake.<schema>.orders__claim_2_27006142 (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = '2700614241638fbc438830feba6b8a08',
  'tablestore.commit' = '2',
  'tablestore.staged' = '2276050a',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = '1f8e9bcc-2adb-4158-9f95-f231864fc879',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.rebuild' = 'false'
)
;
insert into lake.<schema>.orders__changelog
replace where _commit = 2
select `id`, `status`, `amount`, `at`, _row_kind, cast(2 as bigint) as _commit,
  timestamp '2026-03-01 01:00:00' as _committed_at
from (
  select
    _before.`id`, _before.`status`, _before.`amount`, _before.`at`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from lake.<schema>.orders__commit_2276050a
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from lake.<schema>.orders__commit_2276050a
  where _logged and _change <> 'delete'
)
;
alter table lake.<schema>.orders create or replace branch `commit_2276050a` as of version <snapshot>
;
merge into lake.<schema>.orders.`branch_commit_2276050a` as old
using (
  select `id`, `status`, `amount`, `at`, `_written_at`, _change, _write
  from lake.<schema>.orders__commit_2276050a
  where _write in ('update', 'delete')
) as new
on old.`id` = new.`id`
  and (old.`id` between 1 and 1 or old.`id` between 2 and 2 or old.`id` between 4 and 4)
when matched and new._write = 'delete' then delete
when matched then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `at` = new.`at`,
  `_written_at` = new.`_written_at`
;
insert into lake.<schema>.orders.`branch_commit_2276050a` (`id`, `status`, `amount`, `at`, `_written_at`)
select `id`, `status`, `amount`, `at`, `_written_at`
from lake.<schema>.orders__commit_2276050a
where _write = 'insert'
;
call `lake`.system.fast_forward(table => 'lake.<schema>.orders', branch => 'main', to => 'commit_2276050a')
;
alter table lake.<schema>.orders drop branch if exists `commit_2276050a`
;
insert into lake.<schema>.orders__commits
replace where epoch = '2700614241638fbc438830feba6b8a08' and commit = 2
values (
  2, '2700614241638fbc438830feba6b8a08', timestamp '2026-03-01 01:00:00', '1f8e9bcc-2adb-4158-9f95-f231864fc879', '{}',
  1, 1, 0, 1, 0, 0, 3, 1223
)
;
alter table lake.<schema>.orders set tblproperties ('tablestore.commits.2700614241638fbc438830feba6b8a08.2' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.orders__claim_2_27006142\\"]", "tablestore.column-types": "{}", "tablestore.commit": 2, "tablestore.committed-at": "2026-03-01 01:00:00", "tablestore.compacted": 2, "tablestore.compacted-at": "2026-03-01 01:00:00", "tablestore.definition": "{\\"fields.amount\\": \\"last_non_null_value\\", \\"fields.status\\": \\"last_non_null_value\\", \\"merge_engine\\": \\"partial-update\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "2700614241638fbc438830feba6b8a08", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "1f8e9bcc-2adb-4158-9f95-f231864fc879", "tablestore.merge-engine": "partial-update", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "2276050a", "tablestore.staged-at": "2026-11-24 11:41:48", "tablestore.state-since": "", "tablestore.state-ttl": 86400000, "tablestore.states": "tableState 1 d (state_ttl)"}')
;
drop table if exists lake.<schema>.orders__claim_2_27006142 purge
