create schema if not exists spark_catalog.<schema>
;
create table spark_catalog.<schema>.orders__commit_94ef4c8f
using parquet
tblproperties (
  'tablestore.epoch' = '91f7ca4eb46cde0f3dd57a80434e9d9b',
  'tablestore.commit' = '1',
  'tablestore.staged' = '94ef4c8f',
  'tablestore.claims' = '["spark_catalog.<schema>.orders__claim_1_new"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'delta',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = 'none',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'lookup',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '1',
  'tablestore.compacted-at' = '2026-03-01 00:00:00',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.staged-at' = '2026-11-24 11:48:25',
  'tablestore.invocation-id' = '99b15c56-49ac-4dd9-8849-f8f6992b8364',
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
create view if not exists spark_catalog.<schema>.orders__claim_1_new
tblproperties (
  'tablestore.epoch' = '91f7ca4eb46cde0f3dd57a80434e9d9b',
  'tablestore.commit' = '1',
  'tablestore.staged' = '94ef4c8f',
  'tablestore.format' = 'delta',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = '99b15c56-49ac-4dd9-8849-f8f6992b8364',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.rebuild' = 'true'
)
as select 1 as claimed
;
create or replace table spark_catalog.<schema>.orders
using delta
tblproperties (
  'delta.setTransactionRetentionDuration' = 'interval 7 days',
  'delta.enableDeletionVectors' = 'true',
  'tablestore.epoch' = '91f7ca4eb46cde0f3dd57a80434e9d9b',
  'tablestore.commit' = '0',
  'tablestore.staged' = '94ef4c8f',
  'tablestore.claims' = '["spark_catalog.<schema>.orders__claim_1_new"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'delta',
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
  'tablestore.staged-at' = '2026-11-24 11:48:25',
  'tablestore.invocation-id' = '99b15c56-49ac-4dd9-8849-f8f6992b8364',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
select `id`, `status`, `amount`, `at`
from spark_catalog.<schema>.orders__commit_94ef4c8f
where _change = 'insert'
;
create or replace table spark_catalog.<schema>.orders__changelog
using delta
cluster by (_commit)
tblproperties (
  'delta.setTransactionRetentionDuration' = 'interval 7 days',
  'delta.dataSkippingStatsColumns' = '_commit'
)
as
select `id`, `status`, `amount`, `at`, _row_kind, cast(1 as bigint) as _commit,
  timestamp '2026-03-01 00:00:00' as _committed_at
from (
  select
    _before.`id`, _before.`status`, _before.`amount`, _before.`at`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from spark_catalog.<schema>.orders__commit_94ef4c8f
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from spark_catalog.<schema>.orders__commit_94ef4c8f
  where _logged and _change <> 'delete'
)
;
create table if not exists spark_catalog.<schema>.orders__commits (
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
using delta
tblproperties (
  'delta.setTransactionRetentionDuration' = 'interval 7 days',
  'tablestore.history-of' = 'spark_catalog.<schema>.orders'
)
;
insert into spark_catalog.<schema>.orders__commits with ('txnAppId' = 'tablestore-94ef4c8f', 'txnVersion' = '1') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms)
values (
  1, '91f7ca4eb46cde0f3dd57a80434e9d9b', timestamp '2026-03-01 00:00:00', '99b15c56-49ac-4dd9-8849-f8f6992b8364', '{}',
  4, 0, 0, 0, 0, 0, 4, 718
)
;
alter table spark_catalog.<schema>.orders set tblproperties ('tablestore.commits.91f7ca4eb46cde0f3dd57a80434e9d9b.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"spark_catalog.<schema>.orders__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "91f7ca4eb46cde0f3dd57a80434e9d9b", "tablestore.format": "delta", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "99b15c56-49ac-4dd9-8849-f8f6992b8364", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "94ef4c8f", "tablestore.staged-at": "2026-11-24 11:48:25", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop view if exists spark_catalog.<schema>.orders__claim_1_new
-- next run
create schema if not exists spark_catalog.<schema>
;
create schema if not exists spark_catalog.<schema>_side
;
drop table if exists spark_catalog.<schema>.orders__commit_94ef4c8f
;
create table spark_catalog.<schema>_side.<schema>__orders__commit_fde5fb56
using parquet
tblproperties (
  'tablestore.epoch' = '336d336e239c3a36a744212fded241d2',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'fde5fb56',
  'tablestore.claims' = '["spark_catalog.<schema>.orders__claim_2_91f7ca4e"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'delta',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = 'none',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'lookup',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '1',
  'tablestore.compacted-at' = '2026-03-01 01:00:00',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.staged-at' = '2026-11-24 11:48:37',
  'tablestore.invocation-id' = '5198a0a5-32c9-40aa-9a62-1cca53f75baf',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{"moved_from": null, "schema": "<schema>_side", "table": "spark_catalog.<schema>.orders"}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
with new as (
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
create view if not exists spark_catalog.<schema>.orders__claim_2_91f7ca4e
tblproperties (
  'tablestore.epoch' = '336d336e239c3a36a744212fded241d2',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'fde5fb56',
  'tablestore.format' = 'delta',
  'tablestore.side-tables' = '{"moved_from": null, "schema": "<schema>_side", "table": "spark_catalog.<schema>.orders"}',
  'tablestore.invocation-id' = '5198a0a5-32c9-40aa-9a62-1cca53f75baf',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.rebuild' = 'true'
)
as select 1 as claimed
;
create or replace table spark_catalog.<schema>.orders
using delta
tblproperties (
  'delta.setTransactionRetentionDuration' = 'interval 7 days',
  'delta.enableDeletionVectors' = 'true',
  'tablestore.epoch' = '336d336e239c3a36a744212fded241d2',
  'tablestore.commit' = '0',
  'tablestore.staged' = 'fde5fb56',
  'tablestore.claims' = '["spark_catalog.<schema>.orders__claim_2_91f7ca4e"]',
  'tablestore.primary-key' = 'id',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "id", "sequence_field": "at"}',
  'tablestore.format' = 'delta',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = 'none',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'none',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '1',
  'tablestore.compacted-at' = '2026-03-01 01:00:00',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.staged-at' = '2026-11-24 11:48:37',
  'tablestore.invocation-id' = '5198a0a5-32c9-40aa-9a62-1cca53f75baf',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{"moved_from": null, "schema": "<schema>_side", "table": "spark_catalog.<schema>.orders"}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
select `id`, `status`, `amount`, `at`
from spark_catalog.<schema>_side.<schema>__orders__commit_fde5fb56
where _change = 'insert'
;
create or replace table spark_catalog.<schema>_side.<schema>__orders__changelog
using delta
cluster by (_commit)
tblproperties (
  'delta.setTransactionRetentionDuration' = 'interval 7 days',
  'delta.dataSkippingStatsColumns' = '_commit'
)
as
select `id`, `status`, `amount`, `at`, _row_kind, cast(1 as bigint) as _commit,
  timestamp '2026-03-01 01:00:00' as _committed_at
from (
  select
    _before.`id`, _before.`status`, _before.`amount`, _before.`at`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from spark_catalog.<schema>_side.<schema>__orders__commit_fde5fb56
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from spark_catalog.<schema>_side.<schema>__orders__commit_fde5fb56
  where _logged and _change <> 'delete'
)
;
create or replace table spark_catalog.<schema>_side.<schema>__orders__commits
using delta
tblproperties (
  'delta.setTransactionRetentionDuration' = 'interval 7 days',
  'tablestore.history-of' = 'spark_catalog.<schema>.orders'
)
as
select *
from spark_catalog.<schema>.orders__commits
;
insert into spark_catalog.<schema>_side.<schema>__orders__commits with ('txnAppId' = 'tablestore-fde5fb56', 'txnVersion' = '1') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms)
values (
  1, '336d336e239c3a36a744212fded241d2', timestamp '2026-03-01 01:00:00', '5198a0a5-32c9-40aa-9a62-1cca53f75baf', '{}',
  3, 0, 0, 1, 0, 0, 4, 1617
)
;
drop table if exists spark_catalog.<schema>.orders__commits
;
drop table if exists spark_catalog.<schema>.orders__changelog
;
alter table spark_catalog.<schema>.orders set tblproperties ('tablestore.commits.336d336e239c3a36a744212fded241d2.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"spark_catalog.<schema>.orders__claim_2_91f7ca4e\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 01:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 01:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "336d336e239c3a36a744212fded241d2", "tablestore.format": "delta", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "5198a0a5-32c9-40aa-9a62-1cca53f75baf", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{\\"moved_from\\": null, \\"schema\\": \\"<schema>_side\\", \\"table\\": \\"spark_catalog.<schema>.orders\\"}", "tablestore.staged": "fde5fb56", "tablestore.staged-at": "2026-11-24 11:48:37", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop view if exists spark_catalog.<schema>.orders__claim_2_91f7ca4e
