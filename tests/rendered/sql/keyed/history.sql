-- deletes, versions, first run
create table if not exists lake.main.orders__commits (
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
  duration_ms bigint,
  rows_skipped bigint
)
using iceberg
partitioned by (epoch)
tblproperties (
  'write.metadata.delete-after-commit.enabled' = 'true',
  'tablestore.history-of' = 'lake.main.orders'
)

-- deletes, versions, first run 2
insert into lake.main.orders__commits
replace where epoch = 'b1' and commit = 1
values (
  1, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}',
  1, 1, 1, 1, 1, 1, 1, 1, 1
)

-- first run, delta
insert into lake.main.orders__commits with ('txnAppId' = 'tablestore-0123456789abcdef', 'txnVersion' = '1', 'userMetadata' = '{"tablestore.commit": 1, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 1, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "delta", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 1, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (commit, epoch, committed_at, invocation_id, offsets, rows_inserted, rows_updated, rows_deleted, rows_unchanged,
  rows_ignored_late, rows_ignored, rows_in_batch, duration_ms, rows_skipped)
values (
  1, 'b1', timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1', '{}',
  1, 1, 1, 1, 1, 1, 1, 1, 1
)

-- changelog, first run, other schema
create or replace table lake.internal.main__orders__commits
using iceberg
partitioned by (epoch)
tblproperties (
  'write.metadata.delete-after-commit.enabled' = 'true',
  'tablestore.history-of' = 'lake.main.orders'
)
as
select *
from lake.main.orders__commits

-- changelog, first run, published later
delete from lake.main.orders__commits.`branch_publish_5_b2b2b2b2` where epoch = 'b1' and commit = 1

-- changelog, published later
delete from lake.main.orders__commits.`branch_publish_5_b2b2b2b2` where epoch = 'b1' and commit = 5
