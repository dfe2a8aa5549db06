-- ttl
insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`, `_written_at`)
select `order_id`, `status`, `amount`, `updated_at`, `_written_at`
from `orders__commit_5_a1a1a1a1`
where _write = 'insert'

-- deletes, changelog, few rows
insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}')
replace where true
select /*+ coalesce(1) */ *
from (
  select
    old.`order_id`,
    if(new._change = 'update', new.`status`, old.`status`),
    if(new._change = 'update', new.`amount`, old.`amount`),
    if(new._change = 'update', new.`updated_at`, old.`updated_at`)
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  left join (
    select `order_id`, `status`, `amount`, `updated_at`, _change
    from `orders__commit_5_a1a1a1a1`
    where _change in ('update', 'delete')
  ) as new
  on old.`order_id` = new.`order_id`
  where new._change is distinct from 'delete'
  union all
  select `order_id`, `status`, `amount`, `updated_at`
  from `orders__commit_5_a1a1a1a1`
  where _change = 'insert'
)

-- on a server
insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`)
select `order_id`, `status`, `amount`, `updated_at`
from lake.main.orders__commit_5_a1a1a1a1
where _change = 'insert'

-- deletes, deletes retained
insert into lake.main.orders__deleted
select `order_id`, `updated_at`, 'b1', cast(5 as bigint), timestamp '2026-01-01 00:00:00.000000+00:00', 'run-1'
from `orders__commit_5_a1a1a1a1`
where _buries

-- every aggregate
insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`id`, `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`, `labels`)
select `id`, `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`, `labels`
from `orders__commit_5_a1a1a1a1`
where _change = 'insert'

-- deletes, versions
insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
  `_events`)
select `order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
  `_events`
from `orders__commit_5_a1a1a1a1`
where _change = 'insert'

-- deletes, versions, deletes are versions
insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
  `dbt_is_deleted`, `_events`)
select `order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
  `dbt_is_deleted`, `_events`
from `orders__commit_5_a1a1a1a1`
where _change = 'insert'

-- deletes, versions, what was known
insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
  `dbt_system_from`, `dbt_system_to`, `_events`)
select `order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
  `dbt_system_from`, `dbt_system_to`, `_events`
from `orders__commit_5_a1a1a1a1`
where _change = 'insert'

-- history of groups
insert into lake.main.orders.`branch_commit_5_a1a1a1a1` with (`snapshot-property.tablestore.commit` = '{"tablestore.commit": 5, "tablestore.committed-at": "2026-01-01 00:00:00.000000+00:00", "tablestore.compacted": 5, "tablestore.counts": "{\\"rows_inserted\\": 1, \\"rows_updated\\": 1, \\"rows_deleted\\": 1, \\"rows_unchanged\\": 1, \\"rows_ignored_late\\": 1, \\"rows_ignored\\": 1, \\"rows_in_batch\\": 1, \\"duration_ms\\": 1, \\"rows_skipped\\": 1}", "tablestore.epoch": "b1", "tablestore.format": "iceberg", "tablestore.invocation-id": "run-1", "tablestore.made-at": "2026-01-01 00:00:00", "tablestore.offsets": "{}", "tablestore.run": "5_a1a1a1a1", "tablestore.serial": 5, "tablestore.side-tables": "{}", "tablestore.writer": "tablestore-0123456789abcdef"}') (`order_id`, `status`, `amount`, `updated_at`, `paid_by`, `paid_at`, `paid_part`, `dbt_scd_id`, `dbt_updated_at`,
  `dbt_valid_from`, `dbt_valid_to`, `_events`)
select `order_id`, `status`, `amount`, `updated_at`, `paid_by`, `paid_at`, `paid_part`, `dbt_scd_id`, `dbt_updated_at`,
  `dbt_valid_from`, `dbt_valid_to`, `_events`
from `orders__commit_5_a1a1a1a1`
where _change = 'insert'
