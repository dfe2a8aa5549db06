create schema if not exists spark_catalog.<schema>
;
create table spark_catalog.<schema>.orders__commit_3e8a833a
using parquet
tblproperties (
  'tablestore.epoch' = 'e14a428af2ebc96ade5f0e19460a4863',
  'tablestore.commit' = '1',
  'tablestore.staged' = '3e8a833a',
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
  'tablestore.staged-at' = '2026-11-24 11:49:25',
  'tablestore.invocation-id' = 'ddec5357-d472-4f36-86f5-2a08db06b408',
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
  'tablestore.epoch' = 'e14a428af2ebc96ade5f0e19460a4863',
  'tablestore.commit' = '1',
  'tablestore.staged' = '3e8a833a',
  'tablestore.format' = 'delta',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'ddec5357-d472-4f36-86f5-2a08db06b408',
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
  'tablestore.epoch' = 'e14a428af2ebc96ade5f0e19460a4863',
  'tablestore.commit' = '0',
  'tablestore.staged' = '3e8a833a',
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
  'tablestore.staged-at' = '2026-11-24 11:49:25',
  'tablestore.invocation-id' = 'ddec5357-d472-4f36-86f5-2a08db06b408',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
select `id`, `status`, `amount`, `at`
from spark_catalog.<schema>.orders__commit_3e8a833a
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
  from spark_catalog.<schema>.orders__commit_3e8a833a
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from spark_catalog.<schema>.orders__commit_3e8a833a
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
insert into spark_catalog.<schema>.orders__commits with ('txnAppId' = 'tablestore-3e8a833a', 'txnVersion' = '1') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms)
values (
  1, 'e14a428af2ebc96ade5f0e19460a4863', timestamp '2026-03-01 00:00:00', 'ddec5357-d472-4f36-86f5-2a08db06b408', '{}',
  4, 0, 0, 0, 0, 0, 4, 692
)
;
alter table spark_catalog.<schema>.orders set tblproperties ('tablestore.commits.e14a428af2ebc96ade5f0e19460a4863.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"spark_catalog.<schema>.orders__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "e14a428af2ebc96ade5f0e19460a4863", "tablestore.format": "delta", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "ddec5357-d472-4f36-86f5-2a08db06b408", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "3e8a833a", "tablestore.staged-at": "2026-11-24 11:49:25", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop view if exists spark_catalog.<schema>.orders__claim_1_new
;
create schema if not exists spark_catalog.<schema>
;
create table spark_catalog.<schema>.sums__commit_d9063985
using parquet
tblproperties (
  'tablestore.epoch' = 'a9be387d316162704f77096b916678e9',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'd9063985',
  'tablestore.claims' = '["spark_catalog.<schema>.sums__claim_1_new"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'aggregation',
  'tablestore.definition' = '{"fields.ids": "sum", "fields.n": "sum", "merge_engine": "aggregation", "primary_key": "status", "sequence_field": "none"}',
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
  'tablestore.staged-at' = '2026-11-24 11:49:29',
  'tablestore.invocation-id' = 'ddec5357-d472-4f36-86f5-2a08db06b408',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"spark_catalog.<schema>.orders": {"commit": 1, "epoch": "e14a428af2ebc96ade5f0e19460a4863"}}'
)
as
with new as (
  with batch as (
    select status, 1 as n, id as ids, _row_kind from 
    (
      select *, '+I' as _row_kind, cast(1 as bigint) as _commit, timestamp '2026-03-01 00:00:00' as _committed_at
      from spark_catalog.<schema>.orders version as of 1
      /* tablestore.changelog {"after": null, "epoch": "e14a428af2ebc96ade5f0e19460a4863", "table": "spark_catalog.<schema>.orders", "until": 1} */
    )
  ),
  changes as (
    select
      *,
      coalesce(upper(`_row_kind`), '+I') as _kind,
      struct(case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `n`, `ids`) as _order
    from batch
  ),
  folded as (
    select
      `status`,
      sum(if(_kind in ('-U', '-D'), -cast(`n` as bigint), cast(`n` as bigint))) as `n`,
      sum(if(_kind in ('-U', '-D'), -cast(`ids` as bigint), cast(`ids` as bigint))) as `ids`,
      count(*) = 1 and bool_or(_kind in ('-U', '-D')) as _is_retraction,
      max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
      count(*) as _rows
    from changes
    group by `status`
  )
  select
    `status`,
    cast(`n` as bigint) as `n`,
    cast(`ids` as bigint) as `ids`,
    _is_retraction,
    _unknown_kind,
    _rows
  from folded
),
old as (
  select
    cast(null as string) as `status`,
    cast(null as int) as `n`,
    cast(null as int) as `ids`
  where false
),
merged as (
  select
    new.`status`,
    case when old.`n` is null then new.`n` when new.`n` is null then old.`n` else try_add(old.`n`, new.`n`) end as `n`,
    case when old.`ids` is null then new.`ids` when new.`ids` is null then old.`ids` else try_add(old.`ids`, new.`ids`) end as `ids`,
    old.`status` is not null as _exists,
    struct(old.`n`, old.`ids`) as _old_values,
    new._is_retraction and old.`status` is null as _removed,
    case
      when new.`status` is null then 'key column status is null'
      when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
    end as _refused,
    new._rows
  from new
  left join old on old.`status` = new.`status`
),
fitted as (
  select
    * except (`n`, `ids`, _refused),
    try_cast(`n` as int) as `n`,
    try_cast(`ids` as int) as `ids`,
    case
      when _refused is not null then _refused
      when `n` is not null and try_cast(`n` as int) is null then 'column n: the sum does not fit int; give the column a wider type'
      when `ids` is not null and try_cast(`ids` as int) is null then 'column ids: the sum does not fit int; give the column a wider type'
    end as _refused
  from merged
)
select
  `status`, `n`, `ids`,
  case
    when _refused is not null then 'refused'
    when _removed then if(_exists, 'delete', 'unchanged')
    when not _exists then 'insert'
    when _old_values <=> struct(`n`, `ids`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from fitted
;
create view if not exists spark_catalog.<schema>.sums__claim_1_new
tblproperties (
  'tablestore.epoch' = 'a9be387d316162704f77096b916678e9',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'd9063985',
  'tablestore.format' = 'delta',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'ddec5357-d472-4f36-86f5-2a08db06b408',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.rebuild' = 'true'
)
as select 1 as claimed
;
create or replace table spark_catalog.<schema>.sums
using delta
tblproperties (
  'delta.setTransactionRetentionDuration' = 'interval 7 days',
  'delta.enableDeletionVectors' = 'true',
  'tablestore.epoch' = 'a9be387d316162704f77096b916678e9',
  'tablestore.commit' = '0',
  'tablestore.staged' = 'd9063985',
  'tablestore.claims' = '["spark_catalog.<schema>.sums__claim_1_new"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'aggregation',
  'tablestore.definition' = '{"fields.ids": "sum", "fields.n": "sum", "merge_engine": "aggregation", "primary_key": "status", "sequence_field": "none"}',
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
  'tablestore.staged-at' = '2026-11-24 11:49:29',
  'tablestore.invocation-id' = 'ddec5357-d472-4f36-86f5-2a08db06b408',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"spark_catalog.<schema>.orders": {"commit": 1, "epoch": "e14a428af2ebc96ade5f0e19460a4863"}}'
)
as
select `status`, `n`, `ids`
from spark_catalog.<schema>.sums__commit_d9063985
where _change = 'insert'
;
create table if not exists spark_catalog.<schema>.sums__commits (
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
  'tablestore.history-of' = 'spark_catalog.<schema>.sums'
)
;
insert into spark_catalog.<schema>.sums__commits with ('txnAppId' = 'tablestore-d9063985', 'txnVersion' = '1') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms)
values (
  1, 'a9be387d316162704f77096b916678e9', timestamp '2026-03-01 00:00:00', 'ddec5357-d472-4f36-86f5-2a08db06b408', '{"spark_catalog.<schema>.orders": {"commit": 1, "epoch": "e14a428af2ebc96ade5f0e19460a4863"}}',
  1, 0, 0, 0, 0, 0, 4, 1243
)
;
alter table spark_catalog.<schema>.sums set tblproperties ('tablestore.commits.a9be387d316162704f77096b916678e9.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "none", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"spark_catalog.<schema>.sums__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"fields.ids\\": \\"sum\\", \\"fields.n\\": \\"sum\\", \\"merge_engine\\": \\"aggregation\\", \\"primary_key\\": \\"status\\", \\"sequence_field\\": \\"none\\"}", "tablestore.epoch": "a9be387d316162704f77096b916678e9", "tablestore.format": "delta", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "ddec5357-d472-4f36-86f5-2a08db06b408", "tablestore.merge-engine": "aggregation", "tablestore.null-key": "refuse", "tablestore.offsets": "{\\"spark_catalog.<schema>.orders\\": {\\"commit\\": 1, \\"epoch\\": \\"e14a428af2ebc96ade5f0e19460a4863\\"}}", "tablestore.primary-key": "status", "tablestore.side-tables": "{}", "tablestore.staged": "d9063985", "tablestore.staged-at": "2026-11-24 11:49:29", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop view if exists spark_catalog.<schema>.sums__claim_1_new
-- next run
create schema if not exists spark_catalog.<schema>
;
drop table if exists spark_catalog.<schema>.orders__commit_3e8a833a
;
cache lazy table `orders__fold_b5f18ca8` as
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
where 'b5f18ca8' is not null
;
create table spark_catalog.<schema>.orders__commit_b5f18ca8
using parquet
tblproperties (
  'tablestore.epoch' = 'e14a428af2ebc96ade5f0e19460a4863',
  'tablestore.commit' = '2',
  'tablestore.staged' = 'b5f18ca8',
  'tablestore.claims' = '["spark_catalog.<schema>.orders__claim_2_e14a428a"]',
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
  'tablestore.compacted' = '2',
  'tablestore.compacted-at' = '2026-03-01 01:00:00',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.staged-at' = '2026-11-24 11:49:32',
  'tablestore.invocation-id' = 'e6bf0d9b-738a-46e7-bc1c-cab4668ef2b5',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
with new as (
  select * from `orders__fold_b5f18ca8`
),
old as (
  select old.`id`, old.`status`, old.`amount`, old.`at`
  from spark_catalog.<schema>.orders as old
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
drop view `orders__fold_b5f18ca8`
;
create view if not exists spark_catalog.<schema>.orders__claim_2_e14a428a
tblproperties (
  'tablestore.epoch' = 'e14a428af2ebc96ade5f0e19460a4863',
  'tablestore.commit' = '2',
  'tablestore.staged' = 'b5f18ca8',
  'tablestore.format' = 'delta',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'e6bf0d9b-738a-46e7-bc1c-cab4668ef2b5',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.rebuild' = 'false'
)
as select 1 as claimed
;
insert into spark_catalog.<schema>.orders__changelog with ('txnAppId' = 'tablestore-b5f18ca8', 'txnVersion' = '2') (`id`, `status`, `amount`, `at`, `_row_kind`, `_commit`, `_committed_at`)
select `id`, `status`, `amount`, `at`, _row_kind, cast(2 as bigint) as _commit,
  timestamp '2026-03-01 01:00:00' as _committed_at
from (
  select
    _before.`id`, _before.`status`, _before.`amount`, _before.`at`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from spark_catalog.<schema>.orders__commit_b5f18ca8
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from spark_catalog.<schema>.orders__commit_b5f18ca8
  where _logged and _change <> 'delete'
)
;
merge into spark_catalog.<schema>.orders as old
using (
  select `id`, `status`, `amount`, `at`, _change
  from spark_catalog.<schema>.orders__commit_b5f18ca8
  where _change in ('update', 'delete', 'insert')
) as new
on old.`id` = new.`id`
  and (old.`id` between 1 and 1 or old.`id` between 2 and 2 or old.`id` between 3 and 3 or old.`id` between 4 and 4)
when matched and new._change = 'delete' then delete
when matched then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `at` = new.`at`
when not matched and new._change <> 'delete' then insert (`id`, `status`, `amount`, `at`)
  values (new.`id`, new.`status`, new.`amount`, new.`at`)
;
insert into spark_catalog.<schema>.orders__commits with ('txnAppId' = 'tablestore-b5f18ca8', 'txnVersion' = '2') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms)
values (
  2, 'e14a428af2ebc96ade5f0e19460a4863', timestamp '2026-03-01 01:00:00', 'e6bf0d9b-738a-46e7-bc1c-cab4668ef2b5', '{}',
  1, 1, 1, 0, 1, 0, 4, 1035
)
;
alter table spark_catalog.<schema>.orders set tblproperties ('tablestore.commits.e14a428af2ebc96ade5f0e19460a4863.2' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"spark_catalog.<schema>.orders__claim_2_e14a428a\\"]", "tablestore.column-types": "{}", "tablestore.commit": 2, "tablestore.committed-at": "2026-03-01 01:00:00", "tablestore.compacted": 2, "tablestore.compacted-at": "2026-03-01 01:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "e14a428af2ebc96ade5f0e19460a4863", "tablestore.format": "delta", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "e6bf0d9b-738a-46e7-bc1c-cab4668ef2b5", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "b5f18ca8", "tablestore.staged-at": "2026-11-24 11:49:32", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop view if exists spark_catalog.<schema>.orders__claim_2_e14a428a
-- next run
create schema if not exists spark_catalog.<schema>
;
drop table if exists spark_catalog.<schema>.sums__commit_d9063985
;
cache lazy table `sums__fold_6e2907e4` as
select *
from (
  with batch as (
    select status, 1 as n, id as ids, _row_kind from (
      select *
      from spark_catalog.<schema>.orders__changelog version as of 1
      where _commit > 1 and _commit <= 2
      /* tablestore.changelog {"after": 1, "epoch": "e14a428af2ebc96ade5f0e19460a4863", "table": "spark_catalog.<schema>.orders", "until": 2} */
    )
  ),
  changes as (
    select
      *,
      coalesce(upper(`_row_kind`), '+I') as _kind,
      struct(case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `n`, `ids`) as _order
    from batch
  ),
  folded as (
    select
      `status`,
      sum(if(_kind in ('-U', '-D'), -cast(`n` as bigint), cast(`n` as bigint))) as `n`,
      sum(if(_kind in ('-U', '-D'), -cast(`ids` as bigint), cast(`ids` as bigint))) as `ids`,
      count(*) = 1 and bool_or(_kind in ('-U', '-D')) as _is_retraction,
      max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
      count(*) as _rows
    from changes
    group by `status`
  )
  select
    `status`,
    cast(`n` as bigint) as `n`,
    cast(`ids` as bigint) as `ids`,
    _is_retraction,
    _unknown_kind,
    _rows
  from folded
)
where '6e2907e4' is not null
;
create table spark_catalog.<schema>.sums__commit_6e2907e4
using parquet
tblproperties (
  'tablestore.epoch' = 'a9be387d316162704f77096b916678e9',
  'tablestore.commit' = '2',
  'tablestore.staged' = '6e2907e4',
  'tablestore.claims' = '["spark_catalog.<schema>.sums__claim_2_a9be387d"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'aggregation',
  'tablestore.definition' = '{"fields.ids": "sum", "fields.n": "sum", "merge_engine": "aggregation", "primary_key": "status", "sequence_field": "none"}',
  'tablestore.format' = 'delta',
  'tablestore.column-types' = '{}',
  'tablestore.state-ttl' = 'none',
  'tablestore.state-since' = '',
  'tablestore.changelog-producer' = 'none',
  'tablestore.changelog-compares' = 'false',
  'tablestore.changelog-ignores' = '[]',
  'tablestore.changelog-start' = '1',
  'tablestore.changelog-complete' = 'false',
  'tablestore.compacted' = '2',
  'tablestore.compacted-at' = '2026-03-01 02:00:00',
  'tablestore.committed-at' = '2026-03-01 02:00:00',
  'tablestore.staged-at' = '2026-11-24 11:49:36',
  'tablestore.invocation-id' = 'a0b8d88a-91b8-44dc-b8f9-83fc924f986d',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"spark_catalog.<schema>.orders": {"commit": 2, "epoch": "e14a428af2ebc96ade5f0e19460a4863"}}'
)
as
with new as (
  select * from `sums__fold_6e2907e4`
),
old as (
  select old.`status`, old.`n`, old.`ids`
  from spark_catalog.<schema>.sums as old
  join new on old.`status` = new.`status`
    and old.`status` between 'a' and 'new'
),
merged as (
  select
    new.`status`,
    case when old.`n` is null then new.`n` when new.`n` is null then old.`n` else try_add(old.`n`, new.`n`) end as `n`,
    case when old.`ids` is null then new.`ids` when new.`ids` is null then old.`ids` else try_add(old.`ids`, new.`ids`) end as `ids`,
    old.`status` is not null as _exists,
    struct(old.`n`, old.`ids`) as _old_values,
    new._is_retraction and old.`status` is null as _removed,
    case
      when new.`status` is null then 'key column status is null'
      when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
    end as _refused,
    new._rows
  from new
  left join old on old.`status` = new.`status`
),
fitted as (
  select
    * except (`n`, `ids`, _refused),
    try_cast(`n` as int) as `n`,
    try_cast(`ids` as int) as `ids`,
    case
      when _refused is not null then _refused
      when `n` is not null and try_cast(`n` as int) is null then 'column n: the sum does not fit int; give the column a wider type'
      when `ids` is not null and try_cast(`ids` as int) is null then 'column ids: the sum does not fit int; give the column a wider type'
    end as _refused
  from merged
)
select
  `status`, `n`, `ids`,
  case
    when _refused is not null then 'refused'
    when _removed then if(_exists, 'delete', 'unchanged')
    when not _exists then 'insert'
    when _old_values <=> struct(`n`, `ids`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from fitted
;
drop view `sums__fold_6e2907e4`
;
create view if not exists spark_catalog.<schema>.sums__claim_2_a9be387d
tblproperties (
  'tablestore.epoch' = 'a9be387d316162704f77096b916678e9',
  'tablestore.commit' = '2',
  'tablestore.staged' = '6e2907e4',
  'tablestore.format' = 'delta',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'a0b8d88a-91b8-44dc-b8f9-83fc924f986d',
  'tablestore.committed-at' = '2026-03-01 02:00:00',
  'tablestore.rebuild' = 'false'
)
as select 1 as claimed
;
merge into spark_catalog.<schema>.sums as old
using (
  select `status`, `n`, `ids`, _change
  from spark_catalog.<schema>.sums__commit_6e2907e4
  where _change in ('update', 'delete', 'insert')
) as new
on old.`status` = new.`status`
  and old.`status` between 'a' and 'new'
when matched and new._change = 'delete' then delete
when matched then update set
  `n` = new.`n`,
  `ids` = new.`ids`
when not matched and new._change <> 'delete' then insert (`status`, `n`, `ids`)
  values (new.`status`, new.`n`, new.`ids`)
;
insert into spark_catalog.<schema>.sums__commits with ('txnAppId' = 'tablestore-6e2907e4', 'txnVersion' = '2') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms)
values (
  2, 'a9be387d316162704f77096b916678e9', timestamp '2026-03-01 02:00:00', 'a0b8d88a-91b8-44dc-b8f9-83fc924f986d', '{"spark_catalog.<schema>.orders": {"commit": 2, "epoch": "e14a428af2ebc96ade5f0e19460a4863"}}',
  2, 1, 0, 0, 0, 0, 6, 2260
)
;
alter table spark_catalog.<schema>.sums set tblproperties ('tablestore.commits.a9be387d316162704f77096b916678e9.2' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "false", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "none", "tablestore.changelog-start": 1, "tablestore.claims": "[\\"spark_catalog.<schema>.sums__claim_2_a9be387d\\"]", "tablestore.column-types": "{}", "tablestore.commit": 2, "tablestore.committed-at": "2026-03-01 02:00:00", "tablestore.compacted": 2, "tablestore.compacted-at": "2026-03-01 02:00:00", "tablestore.definition": "{\\"fields.ids\\": \\"sum\\", \\"fields.n\\": \\"sum\\", \\"merge_engine\\": \\"aggregation\\", \\"primary_key\\": \\"status\\", \\"sequence_field\\": \\"none\\"}", "tablestore.epoch": "a9be387d316162704f77096b916678e9", "tablestore.format": "delta", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "a0b8d88a-91b8-44dc-b8f9-83fc924f986d", "tablestore.merge-engine": "aggregation", "tablestore.null-key": "refuse", "tablestore.offsets": "{\\"spark_catalog.<schema>.orders\\": {\\"commit\\": 2, \\"epoch\\": \\"e14a428af2ebc96ade5f0e19460a4863\\"}}", "tablestore.primary-key": "status", "tablestore.side-tables": "{}", "tablestore.staged": "6e2907e4", "tablestore.staged-at": "2026-11-24 11:49:36", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop view if exists spark_catalog.<schema>.sums__claim_2_a9be387d
