-- deletes, changelog of inputs
insert into lake.main.orders__changelog.`branch_commit_5_a1a1a1a1` (`order_id`, `status`, `amount`, `updated_at`, `_row_kind`, `_commit`, `_committed_at`)
select `order_id`, `status`, `amount`, `updated_at`, _row_kind, cast(5 as bigint) as _commit,
  timestamp '2026-01-01 00:00:00.000000+00:00' as _committed_at
from (
  select `order_id`, `status`, `amount`, `updated_at`, _kind as _row_kind
  from `orders__input_5_a1a1a1a1`
)

-- full compaction
insert into lake.main.orders__changelog.`branch_commit_5_a1a1a1a1` (`order_id`, `status`, `amount`, `updated_at`, `_row_kind`, `_commit`, `_committed_at`)
select `order_id`, `status`, `amount`, `updated_at`, _row_kind, cast(5 as bigint) as _commit,
  timestamp '2026-01-01 00:00:00.000000+00:00' as _committed_at
from (
  with spans as (
    select
      `order_id`,
      min_by(struct(`order_id`, `status`, `amount`, `updated_at`, _row_kind), struct(_commit, _row_kind in ('+I', '+U'))) as _first,
      max_by(struct(`order_id`, `status`, `amount`, `updated_at`, _row_kind), struct(_commit, _row_kind in ('+I', '+U'))) as _last
    from lake.main.orders__uncompacted.`branch_commit_5_a1a1a1a1`
    where _commit > 3 and _commit <= 5
    group by `order_id`
  )
  select _first.`order_id`, _first.`status`, _first.`amount`, _first.`updated_at`, '-D' as _row_kind
  from spans
  where _first._row_kind in ('-U', '-D') and _last._row_kind in ('-U', '-D')
  union all
  select _first.`order_id`, _first.`status`, _first.`amount`, _first.`updated_at`, '-U' as _row_kind
  from spans
  where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U')
  union all
  select _last.`order_id`, _last.`status`, _last.`amount`, _last.`updated_at`, '+U' as _row_kind
  from spans
  where _first._row_kind in ('-U', '-D') and _last._row_kind in ('+I', '+U')
  union all
  select _last.`order_id`, _last.`status`, _last.`amount`, _last.`updated_at`, '+I' as _row_kind
  from spans
  where _first._row_kind in ('+I', '+U') and _last._row_kind in ('+I', '+U')
)

-- deletes, changelog, first run
create table lake.main.orders__changelog
using iceberg
partitioned by (truncate(100, _commit))
tblproperties (
  'commit.manifest.min-count-to-merge' = '4',
  'write.metadata.delete-after-commit.enabled' = 'true',
  'format-version' = '2',
  'write.distribution-mode' = 'none',
  'write.spark.fanout.enabled' = 'true',
  'write.metadata.metrics.column._commit' = 'full',
  'tablestore.log' = '5_a1a1a1a1'
)
as
select `order_id`, `status`, `amount`, `updated_at`, _row_kind, cast(1 as bigint) as _commit,
  timestamp '2026-01-01 00:00:00.000000+00:00' as _committed_at, `_delete_sequence`
from (
  select `order_id`, `status`, `amount`, `updated_at`, '+I' as _row_kind,
    cast(null as struct<updated_at:timestamp>) as _delete_sequence
  from lake.main.orders version as of 7002
)

-- changelog, first run, published later
delete from lake.main.orders__changelog.`branch_publish_5_b2b2b2b2` where true

-- changelog, first run, published later 2
insert into lake.main.orders__changelog.`branch_publish_5_b2b2b2b2` (`order_id`, `status`, `amount`, `updated_at`, `_row_kind`, `_commit`, `_committed_at`)
select `order_id`, `status`, `amount`, `updated_at`, _row_kind, cast(1 as bigint) as _commit,
  timestamp '2026-01-01 00:00:00.000000+00:00' as _committed_at
from (
  select `order_id`, `status`, `amount`, `updated_at`, '+I' as _row_kind
  from lake.main.orders version as of 7002
)

-- changelog, published later
insert into lake.main.orders__changelog.`branch_publish_5_b2b2b2b2` (`order_id`, `status`, `amount`, `updated_at`, `_row_kind`, `_commit`, `_committed_at`)
select `order_id`, `status`, `amount`, `updated_at`, `_row_kind`, `_commit`, `_committed_at`
from lake.main.orders__changelog.`branch_commit_5_a1a1a1a1`
where _commit = 5
