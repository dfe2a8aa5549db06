-- deletes, versions, first run
create table lake.main.orders
using iceberg
tblproperties (
  'commit.manifest.min-count-to-merge' = '4',
  'write.metadata.delete-after-commit.enabled' = 'true',
  'format-version' = '3',
  'write.delete.mode' = 'merge-on-read',
  'write.update.mode' = 'merge-on-read',
  'write.merge.mode' = 'merge-on-read',
  'tablestore.epoch' = 'b1',
  'tablestore.commit' = '0',
  'tablestore.serial' = '1',
  'tablestore.writer' = 'tablestore-0123456789abcdef',
  'tablestore.run' = '5_a1a1a1a1',
  'tablestore.format' = 'iceberg',
  'tablestore.side-tables' = '{}',
  'tablestore.compacted' = '1',
  'tablestore.committed-at' = '2026-01-01 00:00:00.000000+00:00',
  'tablestore.made-at' = '2026-01-01 00:00:00',
  'tablestore.invocation-id' = 'run-1',
  'tablestore.offsets' = '{}',
  'tablestore.counts' = '{"rows_inserted": 1, "rows_updated": 1, "rows_deleted": 1, "rows_unchanged": 1, "rows_ignored_late": 1, "rows_ignored": 1, "rows_in_batch": 1, "duration_ms": 1, "rows_skipped": 1}',
  'tablestore.changelog-producer' = 'none',
  'tablestore.switched.b1' = '{"tablestore.commit": 1, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 1, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 1, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}'
)
as
select `order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
  `_events`
from `orders__commit_5_a1a1a1a1`
where _change = 'insert'
