-- every aggregate
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`id`, old.`total`, old.`factor`, old.`seen`, old.`low`, old.`high`, old.`last`, old.`filled`, old.`first`,
    old.`words`, old.`every`, old.`some`, old.`tags`, old.`labels`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`id` = new.`id`
),
merged as (
  select
    new.`id`,
    case when old.`total` is null then new.`total` when new.`total` is null then old.`total` else try_add(old.`total`, new.`total`) end as `total`,
    case when old.`factor` is null then new.`factor` when new.`factor` is null then old.`factor` else old.`factor` * new.`factor` end as `factor`,
    coalesce(old.`seen`, 0) + coalesce(new.`seen`, 0) as `seen`,
    least(old.`low`, new.`low`) as `low`,
    greatest(old.`high`, new.`high`) as `high`,
    new.`last`,
    coalesce(new.`filled`, old.`filled`) as `filled`,
    case when old.`id` is null then new.`first` else old.`first` end as `first`,
    case when old.`words` is null then new.`words` when new.`words` is null then old.`words` else concat(old.`words`, ',', new.`words`) end as `words`,
    coalesce(old.`every` and new.`every`, old.`every`, new.`every`) as `every`,
    coalesce(old.`some` or new.`some`, old.`some`, new.`some`) as `some`,
    case when old.`tags` is null then new.`tags` when new.`tags` is null then old.`tags` else concat(old.`tags`, new.`tags`) end as `tags`,
    case when old.`labels` is null then new.`labels` when new.`labels` is null then old.`labels` else map_concat(map_filter(old.`labels`, (k, v) -> not map_contains_key(new.`labels`, k)), new.`labels`) end as `labels`,
    old.`id` is not null as _exists,
    struct(
      old.`total`, old.`factor`, old.`seen`, old.`low`, old.`high`, old.`last`, old.`filled`, old.`first`, old.`words`,
      old.`every`, old.`some`, old.`tags`, array_sort(map_entries(old.`labels`))
    ) as _old_values,
    case when new.`id` is null then 'key column id is null' end as _refused,
    new._rows
  from new
  left join old on old.`id` = new.`id`
),
fitted as (
  select
    * except (`total`, _refused),
    try_cast(`total` as bigint) as `total`,
    case
      when _refused is not null then _refused
      when `total` is not null and try_cast(`total` as bigint) is null then 'column total: the sum does not fit bigint; give the column a wider type'
    end as _refused
  from merged
)
select
  `id`, `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`, `labels`,
  case
    when _refused is not null then 'refused'
    when not _exists then 'insert'
    when _old_values <=> struct(
      `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`,
      array_sort(map_entries(`labels`))
    ) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from fitted

-- deduplicate, deletes, versions
with new as (
  <fold>
),
merged as (
  select
    new.`order_id`,
    new.`dbt_valid_from`,
    new.`status`,
    new.`amount`,
    new.`updated_at`,
    new.`dbt_scd_id`,
    new.`dbt_updated_at`,
    new.`dbt_valid_to`,
    new.`_events`,
    old.`order_id` is not null as _exists,
    struct(
      old.`status`, old.`amount`, old.`updated_at`, old.`dbt_scd_id`, old.`dbt_updated_at`, old.`dbt_valid_to`, old.`_events`
    ) as _old_values,
    new._is_retraction as _removed,
    case
      when new.`dbt_valid_from` is null then 'sequence field updated_at is null, so it is not known from when the row is valid'
      when new.`order_id` is null then 'key column order_id is null'
      when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
    end as _refused,
    new._rows
  from (
    select
      struct(* except (_before)) as new,
      _before as old
    from new
  )
)
select
  `order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
  `_events`,
  case
    when _refused is not null then 'refused'
    when _removed then if(_exists, 'delete', 'unchanged')
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_to`, `_events`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from merged
