-- small
cache lazy table `orders__fold_5_a1a1a1a1` as
<fold>;
<count>;
alter table lake.main.orders create branch `commit_5_a1a1a1a1` as of version 7001;
set `spark.sql.iceberg.snapshot-property.tablestore.commit` = `{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\"rows_in_batch\": 1, \"duration_ms\": 1, \"rows_folded\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}`;
<merge>;
reset `spark.sql.iceberg.snapshot-property.tablestore.commit`;
call `lake`.system.fast_forward(table => 'lake.main.orders', branch => 'main', to => 'commit_5_a1a1a1a1');
<history>;
alter table lake.main.orders set tblproperties ('tablestore.commits.b1.5' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}');
alter table lake.main.orders drop branch if exists `commit_5_a1a1a1a1`;

-- on a server
create or replace table lake.main.orders__commit_5_a1a1a1a1
using iceberg
tblproperties (
  'tablestore.format' = 'iceberg',
  'tablestore.made-at' = '2026-01-01 00:00:00',
  'tablestore.epoch' = 'b1'
)
as
<fold>;
alter table lake.main.orders create branch `commit_5_a1a1a1a1` as of version 7001;
create or replace table lake.main.orders__commit_5_a1a1a1a1
using iceberg
tblproperties (
  'tablestore.format' = 'iceberg',
  'tablestore.made-at' = '2026-01-01 00:00:00',
  'tablestore.epoch' = 'b1'
)
as
<look-up>;
<count>;
<merge>;
<insert>;
call `lake`.system.fast_forward(table => 'lake.main.orders', branch => 'main', to => 'commit_5_a1a1a1a1');
<history>;
alter table lake.main.orders set tblproperties ('tablestore.commits.b1.5' = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}');
alter table lake.main.orders drop branch if exists `commit_5_a1a1a1a1`;
drop table if exists lake.main.orders__commit_5_a1a1a1a1 purge;

-- deletes, versions, first run
cache lazy table `orders__commit_5_a1a1a1a1` as
<look-up>;
<count>;
set `spark.sql.iceberg.snapshot-property.tablestore.commit` = `{"tablestore.commit": 1, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 1, "tablestore.counts": "{\"rows_inserted\": 1, \"rows_updated\": 1, \"rows_deleted\": 1, \"rows_unchanged\": 1, \"rows_ignored_late\": 1, \"rows_ignored\": 1, \"rows_in_batch\": 1, \"duration_ms\": 1, \"rows_skipped\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 1, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}`;
<create>;
reset `spark.sql.iceberg.snapshot-property.tablestore.commit`;
<history>;
<history>;
alter table lake.main.orders set tblproperties (
  'tablestore.commits.b1.1' = '{"tablestore.commit": 1, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 1, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 1, "tablestore.side-tables": "{}", "tablestore.version": "7002", "tablestore.writer": "tablestore-0123456789abcdef"}',
  'tablestore.switched.b1' = ''
);
