-- ttl
merge into lake.main.orders.`branch_commit_5_a1a1a1a1` as old
using (
  select `order_id`, `status`, `amount`, `updated_at`, `_written_at`, _change, _write
  from `orders__commit_5_a1a1a1a1`
  where _write in ('update', 'delete')
) as new
on old.`order_id` = new.`order_id`
when matched and new._write = 'delete' then delete
when matched then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `updated_at` = new.`updated_at`,
  `_written_at` = new.`_written_at`

-- first-row, delta
merge into lake.main.orders as old
using `orders__fold_5_a1a1a1a1` as new
on old.`order_id` = new.`order_id`
when not matched then insert (`order_id`, `status`, `amount`, `updated_at`)
  values (new.`order_id`, new.`status`, new.`amount`, new.`updated_at`)

-- every aggregate
merge into lake.main.orders.`branch_commit_5_a1a1a1a1` as old
using (
  select `id`, `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`,
    `labels`, _change
  from `orders__commit_5_a1a1a1a1`
  where _change in ('update', 'delete')
) as new
on old.`id` = new.`id`
when matched and new._change = 'delete' then delete
when matched then update set
  `total` = new.`total`,
  `factor` = new.`factor`,
  `seen` = new.`seen`,
  `low` = new.`low`,
  `high` = new.`high`,
  `last` = new.`last`,
  `filled` = new.`filled`,
  `first` = new.`first`,
  `words` = new.`words`,
  `every` = new.`every`,
  `some` = new.`some`,
  `tags` = new.`tags`,
  `labels` = new.`labels`

-- deletes, versions
merge into lake.main.orders.`branch_commit_5_a1a1a1a1` as old
using (
  select `order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
    `_events`, _change
  from `orders__commit_5_a1a1a1a1`
  where _change in ('update', 'delete')
) as new
on old.`order_id` = new.`order_id` and old.`dbt_valid_from` = new.`dbt_valid_from`
when matched and new._change = 'delete' then delete
when matched then update set
  `status` = new.`status`,
  `amount` = new.`amount`,
  `updated_at` = new.`updated_at`,
  `dbt_scd_id` = new.`dbt_scd_id`,
  `dbt_updated_at` = new.`dbt_updated_at`,
  `dbt_valid_to` = new.`dbt_valid_to`,
  `_events` = new.`_events`
