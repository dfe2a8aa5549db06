create schema if not exists spark_catalog.<schema>
;
create table spark_catalog.<schema>.orders__commit_a4a3ba46
using parquet
tblproperties (
  'tablestore.epoch' = '1af612ec96daf97c9a9e111b57b693f9',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'a4a3ba46',
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
  'tablestore.staged-at' = '2026-11-24 11:50:00',
  'tablestore.invocation-id' = '9a53c992-8afc-48a0-905d-28eb493b7e66',
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
  'tablestore.epoch' = '1af612ec96daf97c9a9e111b57b693f9',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'a4a3ba46',
  'tablestore.format' = 'delta',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = '9a53c992-8afc-48a0-905d-28eb493b7e66',
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
  'tablestore.epoch' = '1af612ec96daf97c9a9e111b57b693f9',
  'tablestore.commit' = '0',
  'tablestore.staged' = 'a4a3ba46',
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
  'tablestore.staged-at' = '2026-11-24 11:50:00',
  'tablestore.invocation-id' = '9a53c992-8afc-48a0-905d-28eb493b7e66',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{}'
)
as
select `id`, `status`, `amount`, `at`
from spark_catalog.<schema>.orders__commit_a4a3ba46
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
  from spark_catalog.<schema>.orders__commit_a4a3ba46
  where _logged and _before is not null
  union all
  select
    if(_change = 'late', _before.`id`, `id`) as `id`,
    if(_change = 'late', _before.`status`, `status`) as `status`,
    if(_change = 'late', _before.`amount`, `amount`) as `amount`,
    if(_change = 'late', _before.`at`, `at`) as `at`,
    if(_before is null, '+I', '+U') as _row_kind
  from spark_catalog.<schema>.orders__commit_a4a3ba46
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
insert into spark_catalog.<schema>.orders__commits with ('txnAppId' = 'tablestore-a4a3ba46', 'txnVersion' = '1') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms)
values (
  1, '1af612ec96daf97c9a9e111b57b693f9', timestamp '2026-03-01 00:00:00', '9a53c992-8afc-48a0-905d-28eb493b7e66', '{}',
  4, 0, 0, 0, 0, 0, 4, 952
)
;
alter table spark_catalog.<schema>.orders set tblproperties ('tablestore.commits.1af612ec96daf97c9a9e111b57b693f9.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"spark_catalog.<schema>.orders__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"id\\", \\"sequence_field\\": \\"at\\"}", "tablestore.epoch": "1af612ec96daf97c9a9e111b57b693f9", "tablestore.format": "delta", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "9a53c992-8afc-48a0-905d-28eb493b7e66", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "refuse", "tablestore.offsets": "{}", "tablestore.primary-key": "id", "tablestore.side-tables": "{}", "tablestore.staged": "a4a3ba46", "tablestore.staged-at": "2026-11-24 11:50:00", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": ""}')
;
drop view if exists spark_catalog.<schema>.orders__claim_1_new
;
create schema if not exists spark_catalog.<schema>
-- next run
create table spark_catalog.<schema>.sums__rows__commit_ac465a4d
using parquet
tblproperties (
  'tablestore.epoch' = '7337156223f10326079f9e8afe79b6d8',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'ac465a4d',
  'tablestore.claims' = '["spark_catalog.<schema>.sums__rows__claim_1_new"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'keep',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "status", "sequence_field": "none"}',
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
  'tablestore.staged-at' = '2026-11-24 11:50:10',
  'tablestore.invocation-id' = '9a53c992-8afc-48a0-905d-28eb493b7e66',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"`spark_catalog`.`<schema>`.`orders`": {"commit": 1, "epoch": "1af612ec96daf97c9a9e111b57b693f9"}}',
  'tablestore.view' = '{"cluster_by": [], "file_format": "delta", "filtered": false, "limited": false, "partition_by": [], "query": "595cb36d5916dff98e7cf081ac8635e83", "refresh_policy": "auto"}',
  'tablestore.view-columns' = '{"result": {"status": "string", "n": "bigint", "ids": "bigint"}, "read": {"`spark_catalog`.`<schema>`.`orders`": {"id": "int", "status": "string"}}, "ids": {"`spark_catalog`.`<schema>`.`orders`": {"id": "", "status": ""}}}',
  'tablestore.view-inputs' = '{"text": "cf0191049253074f2fd4de09f1d3ca4a", "positions": {"`spark_catalog`.`<schema>`.`orders`": "1af612ec96daf97c9a9e111b57b693f9:1:21fee9efde78615fec94cbf3c04b1956"}}'
)
as
with new as (
  with batch as (
    select `status` as `status`, (`_count_1`) as `n`, (if(`_count_2` = 0, null, `_sum_2`)) as `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2` from (select `status`, count(*) as `_group_rows`, count(1) as `_count_1`, sum(`id`) as `_sum_2`, count(`id`) as `_count_2` from (select `id`, `status` from spark_catalog.<schema>.orders version as of 1) as _q group by `status`) as _q
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
create view if not exists spark_catalog.<schema>.sums__rows__claim_1_new
tblproperties (
  'tablestore.epoch' = '7337156223f10326079f9e8afe79b6d8',
  'tablestore.commit' = '1',
  'tablestore.staged' = 'ac465a4d',
  'tablestore.format' = 'delta',
  'tablestore.side-tables' = '{}',
  'tablestore.invocation-id' = '9a53c992-8afc-48a0-905d-28eb493b7e66',
  'tablestore.committed-at' = '2026-03-01 00:00:00',
  'tablestore.rebuild' = 'true'
)
as select 1 as claimed
;
create or replace table spark_catalog.<schema>.sums__rows
using delta
tblproperties (
  'delta.setTransactionRetentionDuration' = 'interval 7 days',
  'delta.enableDeletionVectors' = 'true',
  'tablestore.epoch' = '7337156223f10326079f9e8afe79b6d8',
  'tablestore.commit' = '0',
  'tablestore.staged' = 'ac465a4d',
  'tablestore.claims' = '["spark_catalog.<schema>.sums__rows__claim_1_new"]',
  'tablestore.primary-key' = 'status',
  'tablestore.null-key' = 'keep',
  'tablestore.merge-engine' = 'deduplicate',
  'tablestore.definition' = '{"merge_engine": "deduplicate", "primary_key": "status", "sequence_field": "none"}',
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
  'tablestore.staged-at' = '2026-11-24 11:50:10',
  'tablestore.invocation-id' = '9a53c992-8afc-48a0-905d-28eb493b7e66',
  'tablestore.history-columns' = 'rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms',
  'tablestore.side-tables' = '{}',
  'tablestore.states' = '',
  'tablestore.offsets' = '{"`spark_catalog`.`<schema>`.`orders`": {"commit": 1, "epoch": "1af612ec96daf97c9a9e111b57b693f9"}}',
  'tablestore.view' = '{"cluster_by": [], "file_format": "delta", "filtered": false, "limited": false, "partition_by": [], "query": "595cb36d5916dff98e7cf081ac8635e83", "refresh_policy": "auto"}',
  'tablestore.view-columns' = '{"result": {"status": "string", "n": "bigint", "ids": "bigint"}, "read": {"`spark_catalog`.`<schema>`.`orders`": {"id": "int", "status": "string"}}, "ids": {"`spark_catalog`.`<schema>`.`orders`": {"id": "", "status": ""}}}',
  'tablestore.view-inputs' = '{"text": "cf0191049253074f2fd4de09f1d3ca4a", "positions": {"`spark_catalog`.`<schema>`.`orders`": "1af612ec96daf97c9a9e111b57b693f9:1:21fee9efde78615fec94cbf3c04b1956"}}',
  'tablestore.refreshes' = '{}'
)
as
select `status`, `n`, `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2`
from spark_catalog.<schema>.sums__rows__commit_ac465a4d
where _change = 'insert'
;
create or replace table spark_catalog.<schema>.sums__rows__changelog
using delta
cluster by (_commit)
tblproperties (
  'delta.setTransactionRetentionDuration' = 'interval 7 days',
  'delta.dataSkippingStatsColumns' = '_commit'
)
as
select `status`, `n`, `ids`, `_group_rows`, `_count_1`, `_sum_2`, `_count_2`, _row_kind, cast(1 as bigint) as _commit,
  timestamp '2026-03-01 00:00:00' as _committed_at
from (
  select
    _before.`status`, _before.`n`, _before.`ids`, _before.`_group_rows`, _before.`_count_1`, _before.`_sum_2`,
    _before.`_count_2`,
    if(_change = 'delete', '-D', '-U') as _row_kind
  from spark_catalog.<schema>.sums__rows__commit_ac465a4d
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
  from spark_catalog.<schema>.sums__rows__commit_ac465a4d
  where _logged and _change <> 'delete'
)
;
create table if not exists spark_catalog.<schema>.sums__rows__commits (
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
  'tablestore.history-of' = 'spark_catalog.<schema>.sums__rows'
)
;
insert into spark_catalog.<schema>.sums__rows__commits with ('txnAppId' = 'tablestore-ac465a4d', 'txnVersion' = '1') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms)
values (
  1, '7337156223f10326079f9e8afe79b6d8', timestamp '2026-03-01 00:00:00', '9a53c992-8afc-48a0-905d-28eb493b7e66', '{"`spark_catalog`.`<schema>`.`orders`": {"commit": 1, "epoch": "1af612ec96daf97c9a9e111b57b693f9"}}',
  1, 0, 0, 0, 0, 0, 1, 5940
)
;
alter table spark_catalog.<schema>.sums__rows set tblproperties ('tablestore.commits.7337156223f10326079f9e8afe79b6d8.1' = '{"tablestore.changelog-compares": "false", "tablestore.changelog-complete": "true", "tablestore.changelog-ignores": "[]", "tablestore.changelog-producer": "lookup", "tablestore.changelog-start": 0, "tablestore.claims": "[\\"spark_catalog.<schema>.sums__rows__claim_1_new\\"]", "tablestore.column-types": "{}", "tablestore.commit": 1, "tablestore.committed-at": "2026-03-01 00:00:00", "tablestore.compacted": 1, "tablestore.compacted-at": "2026-03-01 00:00:00", "tablestore.definition": "{\\"merge_engine\\": \\"deduplicate\\", \\"primary_key\\": \\"status\\", \\"sequence_field\\": \\"none\\"}", "tablestore.epoch": "7337156223f10326079f9e8afe79b6d8", "tablestore.format": "delta", "tablestore.history-columns": "rows_inserted,rows_updated,rows_deleted,rows_unchanged,rows_ignored_late,rows_ignored,rows_in_batch,duration_ms", "tablestore.invocation-id": "9a53c992-8afc-48a0-905d-28eb493b7e66", "tablestore.merge-engine": "deduplicate", "tablestore.null-key": "keep", "tablestore.offsets": "{\\"`spark_catalog`.`<schema>`.`orders`\\": {\\"commit\\": 1, \\"epoch\\": \\"1af612ec96daf97c9a9e111b57b693f9\\"}}", "tablestore.primary-key": "status", "tablestore.refreshes": "{}", "tablestore.side-tables": "{}", "tablestore.staged": "ac465a4d", "tablestore.staged-at": "2026-11-24 11:50:10", "tablestore.state-since": "", "tablestore.state-ttl": "none", "tablestore.states": "", "tablestore.view": "{\\"cluster_by\\": [], \\"file_format\\": \\"delta\\", \\"filtered\\": false, \\"limited\\": false, \\"partition_by\\": [], \\"query\\": \\"595cb36d5916dff98e7cf081ac8635e83\\", \\"refresh_policy\\": \\"auto\\"}", "tablestore.view-columns": "{\\"result\\": {\\"status\\": \\"string\\", \\"n\\": \\"bigint\\", \\"ids\\": \\"bigint\\"}, \\"read\\": {\\"`spark_catalog`.`<schema>`.`orders`\\": {\\"id\\": \\"int\\", \\"status\\": \\"string\\"}}, \\"ids\\": {\\"`spark_catalog`.`<schema>`.`orders`\\": {\\"id\\": \\"\\", \\"status\\": \\"\\"}}}", "tablestore.view-inputs": "{\\"text\\": \\"cf0191049253074f2fd4de09f1d3ca4a\\", \\"positions\\": {\\"`spark_catalog`.`<schema>`.`orders`\\": \\"1af612ec96daf97c9a9e111b57b693f9:1:21fee9efde78615fec94cbf3c04b1956\\"}}"}')
;
drop view if exists spark_catalog.<schema>.sums__rows__claim_1_new
;
create or replace view spark_catalog.<schema>.sums

as
select `status`, `n`, `ids`
from spark_catalog.<schema>.sums__rows
;
create or replace view spark_catalog.<schema>.sums__changelog as
select `status`, `n`, `ids`, _row_kind, _commit, _committed_at
from spark_catalog.<schema>.sums__rows__changelog
;
alter table spark_catalog.<schema>.sums__rows set tblproperties ('tablestore.first-seconds' = '9.517')
