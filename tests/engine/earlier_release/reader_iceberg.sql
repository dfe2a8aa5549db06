create schema if not exists lake.<schema>
;
create or replace table lake.<schema>.orders__commit_461dbd5c
using iceberg
tblproperties (
  'tablestore.epoch' = '633549d4432c37b6565b591ed4a8e153',
  'tablestore.commit' = '1',
  'tablestore.staged' = '461dbd5c',
  'tablestore.claims' = '["lake.<schema>.orders__claim_1_new"]',
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
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '1',
  'tablestore.compacted-at' = '2026-03-01 00:00:00',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.staged-at' = '2026-11-24 11:49:13',
  'tablestore.invocation-id' = 'c00c8e1a-b6ce-4c09-be38-599e381f0dfe',
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
create table if not exists lake.<schema>.orders__claim_1_new (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = '633549d4432c37b6565b591ed4a8e153',
  'tablestore.commit' = '1',
  'tablestore.staged' = '461dbd5c',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'c00c8e1a-b6ce-4c09-be38-599e381f0dfe',
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
  'tablestore.epoch' = '633549d4432c37b6565b591ed4a8e153',
  'tablestore.commit' = '0',
  'tablestore.staged' = '461dbd5c',
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
  'tablestore.staged-at' = '2026-11-24 11:49:13',
  'tablestore.invocation-id' = 'c00c8e1a-b6ce-4c09-be38-599e381f0dfe',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
select `id`, `status`, `amount`, `at`
from lake.<schema>.orders__commit_461dbd5c
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
  from lake.<schema>.orders__commit_461dbd5c
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from lake.<schema>.orders__commit_461dbd5c
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
replace where epoch = '633549d4432c37b6565b591ed4a8e153' and commit = 1
values (
  1, '633549d4432c37b6565b591ed4a8e153', timestamp '2026-03-01 00:00:00', 'c00c8e1a-b6ce-4c09-be38-599e381f0dfe', '{}',
  4, 0, 0, 0, 0, 0, 4, 711
)
;
alter table lake.<schema>.orders set tblproperties ('tablestore.commits.633549d4432c37b6565b591ed4a8e153.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.orders__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "633549d4432c37b6565b591ed4a8e153", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "c00c8e1a-b6ce-4c09-be38-599e381f0dfe", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "461dbd5c", "tablestore.staged-at": "2026-11-24 11:49:13", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop table if exists lake.<schema>.orders__claim_1_new purge
;
create schema if not exists lake.<schema>
;
create or replace table lake.<schema>.sums__commit_c0d2be5d
using iceberg
tblproperties (
  'tablestore.epoch' = '8357837f63efb95e1998a7a7a58c63c4',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'c0d2be5d',
  'tablestore.claims' = '["lake.<schema>.sums__claim_1_new"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'aggregation',
  'tablestore.definition' = '{"fields.ids": "sum", "fields.n": "sum", "merge_engine": "aggregation", "primary_key": "status", "sequence_field": "none"}',
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
  'tablestore.staged-at' = '2026-11-24 11:49:16',
  'tablestore.invocation-id' = 'c00c8e1a-b6ce-4c09-be38-599e381f0dfe',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"lake.<schema>.orders": {"commit": 1, "epoch": "633549d4432c37b6565b591ed4a8e153"}}'
)
as
with new as (
  with batch as (
    select status, 1 as n, id as ids, _row_kind from 
    (
      select *, '+I' as _row_kind, cast(1 as bigint) as _commit, timestamp '2026-03-01 00:00:00' as _committed_at
      from lake.<schema>.orders version as of <snapshot>
      /* tablestore.changelog {"after": null, "epoch": "633549d4432c37b6565b591ed4a8e153", "table": "lake.<schema>.orders", "until": 1} */
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
create table if not exists lake.<schema>.sums__claim_1_new (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = '8357837f63efb95e1998a7a7a58c63c4',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'c0d2be5d',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'c00c8e1a-b6ce-4c09-be38-599e381f0dfe',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.rebuild' = 'true'
)
;
create or replace table lake.<schema>.sums
using iceberg
tblproperties (
  'commit.manifest.min-count-to-merge' = '4',
  'format-version' = '2',
  'write.delete.mode' = 'merge-on-read',
  'write.update.mode' = 'merge-on-read',
  'write.merge.mode' = 'merge-on-read',
  'tablestore.epoch' = '8357837f63efb95e1998a7a7a58c63c4',
  'tablestore.commit' = '0',
  'tablestore.staged' = 'c0d2be5d',
  'tablestore.claims' = '["lake.<schema>.sums__claim_1_new"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'aggregation',
  'tablestore.definition' = '{"fields.ids": "sum", "fields.n": "sum", "merge_engine": "aggregation", "primary_key": "status", "sequence_field": "none"}',
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
  'tablestore.staged-at' = '2026-11-24 11:49:16',
  'tablestore.invocation-id' = 'c00c8e1a-b6ce-4c09-be38-599e381f0dfe',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"lake.<schema>.orders": {"commit": 1, "epoch": "633549d4432c37b6565b591ed4a8e153"}}'
)
as
select `status`, `n`, `ids`
from lake.<schema>.sums__commit_c0d2be5d
where _change = 'insert'
;
create table if not exists lake.<schema>.sums__commits (
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
tblproperties ('tablestore.history-of' = 'lake.<schema>.sums')
;
insert into lake.<schema>.sums__commits
replace where epoch = '8357837f63efb95e1998a7a7a58c63c4' and commit = 1
values (
  1, '8357837f63efb95e1998a7a7a58c63c4', timestamp '2026-03-01 00:00:00', 'c00c8e1a-b6ce-4c09-be38-599e381f0dfe', '{"lake.<schema>.orders": {"commit": 1, "epoch": "633549d4432c37b6565b591ed4a8e153"}}',
  1, 0, 0, 0, 0, 0, 4, 1179
)
;
alter table lake.<schema>.sums set tblproperties ('tablestore.commits.8357837f63efb95e1998a7a7a58c63c4.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "none", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.sums__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"fields.ids\\": \\"sum\\", \\"fields.n\\": \\"sum\\", \\"merge_engine\\": \\"aggregation\\", \\"primary_key\\": \\"status\\", \\"sequence_field\\": \\"none\\"}", "tablestore.epoch": "8357837f63efb95e1998a7a7a58c63c4", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "c00c8e1a-b6ce-4c09-be38-599e381f0dfe", "tablestore.merge-engine": "aggregation", "tablestore.null-key": "refuse", "tablestore.offsets": "{\\"lake.<schema>.orders\\": {\\"commit\\": 1, \\"epoch\\": \\"633549d4432c37b6565b591ed4a8e153\\"}}", "tablestore.primary-key": "status", "tablestore.side-tables": "{}", "tablestore.staged": "c0d2be5d", "tablestore.staged-at": "2026-11-24 11:49:16", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop table if exists lake.<schema>.sums__claim_1_new purge
-- next run
create schema if not exists lake.<schema>
;
drop table if exists lake.<schema>.orders__commit_461dbd5c purge
;
cache lazy table `orders__fold_ac6d9b1e` as
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
where 'ac6d9b1e' is not null
;
create or replace table lake.<schema>.orders__commit_ac6d9b1e
using iceberg
tblproperties (
  'tablestore.epoch' = '633549d4432c37b6565b591ed4a8e153',
  'tablestore.commit' = '2',
  'tablestore.staged' = 'ac6d9b1e',
  'tablestore.claims' = '["lake.<schema>.orders__claim_2_633549d4"]',
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
  'tablestore.changelog-start' = '0',
  'tablestore.changelog-complete' = 'true',
  'tablestore.compacted' = '2',
  'tablestore.compacted-at' = '2026-03-01 01:00:00',
  'tablestore.committed-at' = '2026-03-01 01:00:00',
  'tablestore.staged-at' = '2026-11-24 11:49:18',
  'tablestore.invocation-id' = 'bd1ccb74-08f9-44d5-a0bc-3b90890170df',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
with new as (
  select * from `orders__fold_ac6d9b1e`
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
drop view `orders__fold_ac6d9b1e`
;
create table if not exists lake.<schema>.orders__claim_2_633549d4 (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = '633549d4432c37b6565b591ed4a8e153',
  'tablestore.commit' = '2',
  'tablestore.staged' = 'ac6d9b1e',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'bd1ccb74-08f9-44d5-a0bc-3b90890170df',
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
  from lake.<schema>.orders__commit_ac6d9b1e
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from lake.<schema>.orders__commit_ac6d9b1e
  where _logged and _change <> 'delete'
)
;
alter table lake.<schema>.orders create or replace branch `commit_ac6d9b1e` as of version <snapshot>
;
merge into lake.<schema>.orders.`branch_commit_ac6d9b1e` as old
using (
  select `id`, `status`, `amount`, `at`, _change
  from lake.<schema>.orders__commit_ac6d9b1e
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
insert into lake.<schema>.orders.`branch_commit_ac6d9b1e` (`id`, `status`, `amount`, `at`)
select `id`, `status`, `amount`, `at`
from lake.<schema>.orders__commit_ac6d9b1e
where _change = 'insert'
;
call `lake`.system.fast_forward(table => 'lake.<schema>.orders', branch => 'main', to => 'commit_ac6d9b1e')
;
alter table lake.<schema>.orders drop branch if exists `commit_ac6d9b1e`
;
insert into lake.<schema>.orders__commits
replace where epoch = '633549d4432c37b6565b591ed4a8e153' and commit = 2
values (
  2, '633549d4432c37b6565b591ed4a8e153', timestamp '2026-03-01 01:00:00', 'bd1ccb74-08f9-44d5-a0bc-3b90890170df', '{}',
  1, 1, 1, 0, 1, 0, 4, 865
)
;
alter table lake.<schema>.orders set tblproperties ('tablestore.commits.633549d4432c37b6565b591ed4a8e153.2' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.orders__claim_2_633549d4\\"]", "tablestore.column-types": "{}", "tablestore.commit": 2, "tablestore.committed-at": "2026-03-01 01:00:00", "tablestore.compacted": 2, "tablestore.compacted-at": "2026-03-01 01:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "633549d4432c37b6565b591ed4a8e153", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "bd1ccb74-08f9-44d5-a0bc-3b90890170df", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "ac6d9b1e", "tablestore.staged-at": "2026-11-24 11:49:18", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop table if exists lake.<schema>.orders__claim_2_633549d4 purge
-- next run
create schema if not exists lake.<schema>
;
drop table if exists lake.<schema>.sums__commit_c0d2be5d purge
;
cache lazy table `sums__fold_78c2ab00` as
select *
from (
  with batch as (
    select status, 1 as n, id as ids, _row_kind from (
      select *
      from lake.<schema>.orders__changelog version as of <snapshot>
      where _commit > 1 and _commit <= 2
      /* tablestore.changelog {"after": 1, "epoch": "633549d4432c37b6565b591ed4a8e153", "table": "lake.<schema>.orders", "until": 2} */
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
where '78c2ab00' is not null
;
create or replace table lake.<schema>.sums__commit_78c2ab00
using iceberg
tblproperties (
  'tablestore.epoch' = '8357837f63efb95e1998a7a7a58c63c4',
  'tablestore.commit' = '2',
  'tablestore.staged' = '78c2ab00',
  'tablestore.claims' = '["lake.<schema>.sums__claim_2_8357837f"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'refuse',
  'tablestore.merge-engine' = 'aggregation',
  'tablestore.definition' = '{"fields.ids": "sum", "fields.n": "sum", "merge_engine": "aggregation", "primary_key": "status", "sequence_field": "none"}',
  'tablestore.format' = 'iceberg',
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
  'tablestore.staged-at' = '2026-11-24 11:49:20',
  'tablestore.invocation-id' = 'b235dd0f-906a-469a-b781-6759f7a85bb5',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"lake.<schema>.orders": {"commit": 2, "epoch": "633549d4432c37b6565b591ed4a8e153"}}'
)
as
with new as (
  select * from `sums__fold_78c2ab00`
),
old as (
  select old.`status`, old.`n`, old.`ids`
  from lake.<schema>.sums as old
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
drop view `sums__fold_78c2ab00`
;
create table if not exists lake.<schema>.sums__claim_2_8357837f (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = '8357837f63efb95e1998a7a7a58c63c4',
  'tablestore.commit' = '2',
  'tablestore.staged' = '78c2ab00',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'b235dd0f-906a-469a-b781-6759f7a85bb5',
  'tablestore.committed-at' = '2026-03-01 02:00:00',
  'tablestore.rebuild' = 'false'
)
;
alter table lake.<schema>.sums create or replace branch `commit_78c2ab00` as of version <snapshot>
;
merge into lake.<schema>.sums.`branch_commit_78c2ab00` as old
using (
  select `status`, `n`, `ids`, _change
  from lake.<schema>.sums__commit_78c2ab00
  where _change in ('update', 'delete')
) as new
on old.`status` = new.`status`
  and old.`status` between 'a' and 'new'
when matched and new._change = 'delete' then delete
when matched then update set
  `n` = new.`n`,
  `ids` = new.`ids`
;
insert into lake.<schema>.sums.`branch_commit_78c2ab00` (`status`, `n`, `ids`)
select `status`, `n`, `ids`
from lake.<schema>.sums__commit_78c2ab00
where _change = 'insert'
;
call `lake`.system.fast_forward(table => 'lake.<schema>.sums', branch => 'main', to => 'commit_78c2ab00')
;
alter table lake.<schema>.sums drop branch if exists `commit_78c2ab00`
;
insert into lake.<schema>.sums__commits
replace where epoch = '8357837f63efb95e1998a7a7a58c63c4' and commit = 2
values (
  2, '8357837f63efb95e1998a7a7a58c63c4', timestamp '2026-03-01 02:00:00', 'b235dd0f-906a-469a-b781-6759f7a85bb5', '{"lake.<schema>.orders": {"commit": 2, "epoch": "633549d4432c37b6565b591ed4a8e153"}}',
  2, 1, 0, 0, 0, 0, 6, 931
)
;
alter table lake.<schema>.sums set tblproperties ('tablestore.commits.8357837f63efb95e1998a7a7a58c63c4.2' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "false", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "none", "tablestore.changelog-start": 1, "tablestore.claims": "[\\"lake.<schema>.sums__claim_2_8357837f\\"]", "tablestore.column-types": "{}", "tablestore.commit": 2, "tablestore.committed-at": "2026-03-01 02:00:00", "tablestore.compacted": 2, "tablestore.compacted-at": "2026-03-01 02:00:00", "tablestore.definition": "{\\"fields.ids\\": \\"sum\\", \\"fields.n\\": \\"sum\\", \\"merge_engine\\": \\"aggregation\\", \\"primary_key\\": \\"status\\", \\"sequence_field\\": \\"none\\"}", "tablestore.epoch": "8357837f63efb95e1998a7a7a58c63c4", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "b235dd0f-906a-469a-b781-6759f7a85bb5", "tablestore.merge-engine": "aggregation", "tablestore.null-key": "refuse", "tablestore.offsets": "{\\"lake.<schema>.orders\\": {\\"commit\\": 2, \\"epoch\\": \\"633549d4432c37b6565b591ed4a8e153\\"}}", "tablestore.primary-key": "status", "tablestore.side-tables": "{}", "tablestore.staged": "78c2ab00", "tablestore.staged-at": "2026-11-24 11:49:20", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop table if exists lake.<schema>.sums__claim_2_8357837f purge
