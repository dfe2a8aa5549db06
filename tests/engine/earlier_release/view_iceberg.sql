create schema if not exists lake.<schema>
;
create or replace table lake.<schema>.orders__commit_b80be2be
using iceberg
tblproperties (
  'tablestore.epoch' = '3ab84f5014475df29e1d074602685c0e',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'b80be2be',
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
  'tablestore.staged-at' = '2026-11-24 11:49:43',
  'tablestore.invocation-id' = 'c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5',
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
  'tablestore.epoch' = '3ab84f5014475df29e1d074602685c0e',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'b80be2be',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5',
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
  'tablestore.epoch' = '3ab84f5014475df29e1d074602685c0e',
  'tablestore.commit' = '0',
  'tablestore.staged' = 'b80be2be',
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
  'tablestore.staged-at' = '2026-11-24 11:49:43',
  'tablestore.invocation-id' = 'c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
select `id`, `status`, `amount`, `at`
from lake.<schema>.orders__commit_b80be2be
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
  from lake.<schema>.orders__commit_b80be2be
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from lake.<schema>.orders__commit_b80be2be
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
replace where epoch = '3ab84f5014475df29e1d074602685c0e' and commit = 1
values (
  1, '3ab84f5014475df29e1d074602685c0e', timestamp '2026-03-01 00:00:00', 'c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5', '{}',
  4, 0, 0, 0, 0, 0, 4, 382
)
;
alter table lake.<schema>.orders set tblproperties ('tablestore.commits.3ab84f5014475df29e1d074602685c0e.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.orders__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "3ab84f5014475df29e1d074602685c0e", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "b80be2be", "tablestore.staged-at": "2026-11-24 11:49:43", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop table if exists lake.<schema>.orders__claim_1_new purge
;
create schema if not exists lake.<schema>
-- next run
create or replace table lake.<schema>.sums__rows__commit_d8dfc64a
using iceberg
tblproperties (
  'tablestore.epoch' = 'c054a6e9071b1bb81bf636778f637568',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'd8dfc64a',
  'tablestore.claims' = '["lake.<schema>.sums__rows__claim_1_new"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'keep',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "status", "sequence_field": "none"}',
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
  'tablestore.staged-at' = '2026-11-24 11:49:46',
  'tablestore.invocation-id' = 'c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"`lake`.`<schema>`.`orders`": {"commit": 1, "epoch": "3ab84f5014475df29e1d074602685c0e"}}',
  'tablestore.view' = '{"cluster_by": [], "file_format": "iceberg", "filtered": false, "limited": false, "partition_by": [], "query": "21a9c66f8ce978ba8d81f44031a0ae1b3", "refresh_policy": "auto"}',
  'tablestore.view-columns' = '{"result": {"status": "string", "n": "bigint", "ids": "bigint"}, "read": {"`lake`.`<schema>`.`orders`": {"id": "int", "status": "string"}}, "ids": {"`lake`.`<schema>`.`orders`": {"id": "", "status": ""}}}',
  'tablestore.view-inputs' = '{"text": "c4d47859c5f8519047c7fcd72105fd7f", "positions": {"`lake`.`<schema>`.`orders`": "3ab84f5014475df29e1d074602685c0e:1:3754947813bd9668471f75340fcd43f9"}}'
)
as
with new as (
  with batch as (
    select `status` as `status`, (`_count_1`) as `n`, (if(`_count_2` = 0, null, `_sum_2`)) as `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2` from (select `status`, count(*) as `_group_rows`, count(1) as `_count_1`, sum(`id`) as `_sum_2`, count(`id`) as `_count_2` from (select `id`, `status` from lake.<schema>.orders version as of <snapshot>) as _q group by `status`) as _q
  ),
  changes as (
    select
      *,
      struct(`n`, `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2`) as _order
    from batch
  ),
  folded as (
    select
      `status`,
      max_by(struct(`n`, `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2`), _order) as _last,
      count(*) as _rows
    from changes
    group by `status`
  )
  select
    `status`,
    cast(_last.`n` as bigint) as `n`,
    cast(_last.`ids` as bigint) as `ids`,
    cast(_last.`_group_rows` as bigint) as `_group_rows`,
    cast(_last.`_count_1` as bigint) as `_count_1`,
    cast(_last.`_sum_2` as bigint) as `_sum_2`,
    cast(_last.`_count_2` as bigint) as `_count_2`,
    _rows
  from folded
),
old as (
  select
    cast(null as string) as `status`,
    cast(null as bigint) as `n`,
    cast(null as bigint) as `ids`,
    cast(null as bigint) as `_group_rows`,
    cast(null as bigint) as `_count_1`,
    cast(null as bigint) as `_sum_2`,
    cast(null as bigint) as `_count_2`,
    cast(null as boolean) as _is_stored
  where false
),
merged as (
  select
    new.`status`,
    new.`n`,
    new.`ids`,
    new.`_group_rows`,
    new.`_count_1`,
    new.`_sum_2`,
    new.`_count_2`,
    old._is_stored is not null as _exists,
    if(
      old._is_stored is not null,
      struct(old.`status`, old.`n`, old.`ids`, old.`_group_rows`, old.`_count_1`, old.`_sum_2`, old.`_count_2`), null
    ) as _before,
    struct(old.`n`, old.`ids`, old.`_group_rows`, old.`_count_1`, old.`_sum_2`, old.`_count_2`) as _old_values,
    cast(null as string) as _refused,
    new._rows
  from new
  left join old on old.`status` <=> new.`status`
)
select
  `status`, `n`, `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2`,
  case
    when _refused is not null then 'refused'
    when not _exists then 'insert'
    when _old_values <=> struct(`n`, `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2`) then 'unchanged'
    else 'update'
  end as _change,
  _before,
  _change = 'insert' or _before is not null as _logged,
  _refused,
  _rows
from merged
;
create table if not exists lake.<schema>.sums__rows__claim_1_new (claimed int)
using iceberg
tblproperties (
  'tablestore.epoch' = 'c054a6e9071b1bb81bf636778f637568',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'd8dfc64a',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = 'c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.rebuild' = 'true'
)
;
create or replace table lake.<schema>.sums__rows
using iceberg
tblproperties (
  'commit.manifest.min-count-to-merge' = '4',
  'format-version' = '2',
  'write.delete.mode' = 'merge-on-read',
  'write.update.mode' = 'merge-on-read',
  'write.merge.mode' = 'merge-on-read',
  'tablestore.epoch' = 'c054a6e9071b1bb81bf636778f637568',
  'tablestore.commit' = '0',
  'tablestore.staged' = 'd8dfc64a',
  'tablestore.claims' = '["lake.<schema>.sums__rows__claim_1_new"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'keep',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "status", "sequence_field": "none"}',
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
  'tablestore.staged-at' = '2026-11-24 11:49:46',
  'tablestore.invocation-id' = 'c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"`lake`.`<schema>`.`orders`": {"commit": 1, "epoch": "3ab84f5014475df29e1d074602685c0e"}}',
  'tablestore.view' = '{"cluster_by": [], "file_format": "iceberg", "filtered": false, "limited": false, "partition_by": [], "query": "21a9c66f8ce978ba8d81f44031a0ae1b3", "refresh_policy": "auto"}',
  'tablestore.view-columns' = '{"result": {"status": "string", "n": "bigint", "ids": "bigint"}, "read": {"`lake`.`<schema>`.`orders`": {"id": "int", "status": "string"}}, "ids": {"`lake`.`<schema>`.`orders`": {"id": "", "status": ""}}}',
  'tablestore.view-inputs' = '{"text": "c4d47859c5f8519047c7fcd72105fd7f", "positions": {"`lake`.`<schema>`.`orders`": "3ab84f5014475df29e1d074602685c0e:1:3754947813bd9668471f75340fcd43f9"}}',
  'tablestore.refreshes' = '{}'
)
as
select `status`, `n`, `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2`
from lake.<schema>.sums__rows__commit_d8dfc64a
where _change = 'insert'
;
create or replace table lake.<schema>.sums__rows__changelog
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
select `status`, `n`, `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2`, _row_kind, cast(1 as bigint) as _commit,
  timestamp '2026-03-01 00:00:00' as _committed_at
from (
  select
    _before.`status`, _before.`n`, _before.`ids`, _before.`_group_rows`, _before.`_count_1`, _before.`_sum_2`,
    _before.`_count_2`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from lake.<schema>.sums__rows__commit_d8dfc64a
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`n`, `n`) as `n`,
    if(_change = 'late', _before.`ids`, `ids`) as `ids`,
    if(_change = 'late', _before.`_group_rows`, `_group_rows`) as `_group_rows`,
    if(_change = 'late', _before.`_count_1`, `_count_1`) as `_count_1`,
    if(_change = 'late', _before.`_sum_2`, `_sum_2`) as `_sum_2`,
    if(_change = 'late', _before.`_count_2`, `_count_2`) as `_count_2`,
    if(_before is null, '+I', '+U') as _row_kind
  from lake.<schema>.sums__rows__commit_d8dfc64a
  where _logged and _change <> 'delete'
)
;
create table if not exists lake.<schema>.sums__rows__commits (
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
tblproperties ('tablestore.history-of' = 'lake.<schema>.sums__rows')
;
insert into lake.<schema>.sums__rows__commits
replace where epoch = 'c054a6e9071b1bb81bf636778f637568' and commit = 1
values (
  1, 'c054a6e9071b1bb81bf636778f637568', timestamp '2026-03-01 00:00:00', 'c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5', '{"`lake`.`<schema>`.`orders`": {"commit": 1, "epoch": "3ab84f5014475df29e1d074602685c0e"}}',
  1, 0, 0, 0, 0, 0, 1, 1824
)
;
alter table lake.<schema>.sums__rows set tblproperties ('tablestore.commits.c054a6e9071b1bb81bf636778f637568.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"lake.<schema>.sums__rows__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"status\\", \\"sequence_field\\": \\"none\\"}", "tablestore.epoch": "c054a6e9071b1bb81bf636778f637568", "tablestore.format": "iceberg", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "c3d87f7e-a5a2-4900-8e4c-fd858d6e30d5", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "keep", "tablestore.offsets": "{\\"`lake`.`<schema>`.`orders`\\": {\\"commit\\": 1, \\"epoch\\": \\"3ab84f5014475df29e1d074602685c0e\\"}}", "tablestore.primary-key": "status", "tablestore.refreshes": "{}", "tablestore.side-tables": "{}", "tablestore.staged": "d8dfc64a", "tablestore.staged-at": "2026-11-24 11:49:46", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": "", "tablestore.view": "{\\"cluster_by\\": [], \\"file_format\\": \\"iceberg\\", \\"filtered\\": false, \\"limited\\": false, \\"partition_by\\": [], \\"query\\": \\"21a9c66f8ce978ba8d81f44031a0ae1b3\\", \\"refresh_policy\\": \\"auto\\"}", "tablestore.view-columns": "{\\"result\\": {\\"status\\": \\"string\\", \\"n\\": \\"bigint\\", \\"ids\\": \\"bigint\\"}, \\"read\\": {\\"`lake`.`<schema>`.`orders`\\": {\\"id\\": \\"int\\", \\"status\\": \\"string\\"}}, \\"ids\\": {\\"`lake`.`<schema>`.`orders`\\": {\\"id\\": \\"\\", \\"status\\": \\"\\"}}}", "tablestore.view-inputs": "{\\"text\\": \\"c4d47859c5f8519047c7fcd72105fd7f\\", \\"positions\\": {\\"`lake`.`<schema>`.`orders`\\": \\"3ab84f5014475df29e1d074602685c0e:1:3754947813bd9668471f75340fcd43f9\\"}}"}')
;
drop table if exists lake.<schema>.sums__rows__claim_1_new purge
;
create or replace view lake.<schema>.sums

as
select `status`, `n`, `ids`
from lake.<schema>.sums__rows
;
create or replace view lake.<schema>.sums__changelog as
select `status`, `n`, `ids`, _row_kind, _commit, _committed_at
from lake.<schema>.sums__rows__changelog
;
alter table lake.<schema>.sums__rows set tblproperties ('tablestore.first-seconds' = '2.347')
