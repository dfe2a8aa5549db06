-- deduplicate
cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`order_id` = new.`order_id`
),
merged as (
  select
    new.`order_id`,
    new.`status`,
    new.`amount`,
    new.`updated_at`,
    old.`order_id` is not null as _exists,
    struct(old.`status`, old.`amount`, old.`updated_at`) as _old_values,
    struct(new.`updated_at`) < struct(old.`updated_at`) as _late,
    case when new.`order_id` is null then 'key column order_id is null' end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
)
select
  `order_id`, `status`, `amount`, `updated_at`,
  case
    when _refused is not null then 'refused'
    when _late then 'late'
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `updated_at`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from merged;

-- first-row
cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`order_id` = new.`order_id`
),
merged as (
  select
    new.`order_id`,
    if(old.`order_id` is not null, old.`status`, new.`status`) as `status`,
    if(old.`order_id` is not null, old.`amount`, new.`amount`) as `amount`,
    if(old.`order_id` is not null, old.`updated_at`, new.`updated_at`) as `updated_at`,
    old.`order_id` is not null as _exists,
    struct(old.`status`, old.`amount`, old.`updated_at`) as _old_values,
    old.`order_id` is not null as _ignored,
    case when new.`order_id` is null then 'key column order_id is null' end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
)
select
  `order_id`, `status`, `amount`, `updated_at`,
  case
    when _refused is not null then 'refused'
    when _ignored then 'ignored'
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `updated_at`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from merged;

-- partial-update
cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`order_id` = new.`order_id`
),
merged as (
  select
    struct(new.`updated_at`) < struct(old.`updated_at`) as _is_older,
    new.`order_id`,
    case
      when _is_older then coalesce(old.`status`, new.`status`)
      else coalesce(new.`status`, old.`status`)
    end as `status`,
    case
      when _is_older then coalesce(old.`amount`, new.`amount`)
      else coalesce(new.`amount`, old.`amount`)
    end as `amount`,
    case
      when _is_older then coalesce(old.`updated_at`, new.`updated_at`)
      else coalesce(new.`updated_at`, old.`updated_at`)
    end as `updated_at`,
    old.`order_id` is not null as _exists,
    struct(old.`status`, old.`amount`, old.`updated_at`) as _old_values,
    case when new.`order_id` is null then 'key column order_id is null' end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
)
select
  `order_id`, `status`, `amount`, `updated_at`,
  case
    when _refused is not null then 'refused'
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `updated_at`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from merged;

-- aggregation
cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`order_id` = new.`order_id`
),
merged as (
  select
    new.`order_id`,
    coalesce(new.`status`, old.`status`) as `status`,
    case when old.`amount` is null then new.`amount` when new.`amount` is null then old.`amount` else try_add(old.`amount`, new.`amount`) end as `amount`,
    coalesce(new.`updated_at`, old.`updated_at`) as `updated_at`,
    old.`order_id` is not null as _exists,
    struct(old.`status`, old.`amount`, old.`updated_at`) as _old_values,
    case when new.`order_id` is null then 'key column order_id is null' end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
),
fitted as (
  select
    * except (`amount`, _refused),
    try_cast(`amount` as decimal(10,2)) as `amount`,
    case
      when _refused is not null then _refused
      when `amount` is not null and try_cast(`amount` as decimal(10,2)) is null then 'column amount: the sum does not fit decimal(10,2); give the column a wider type'
    end as _refused
  from merged
)
select
  `order_id`, `status`, `amount`, `updated_at`,
  case
    when _refused is not null then 'refused'
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `updated_at`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from fitted;

-- sequence group
cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`order_id` = new.`order_id`
),
merged as (
  select
    struct(new.`updated_at`) < struct(old.`updated_at`) as _is_older_1,
    new.`order_id`,
    case
      when old.`order_id` is null then new.`status`
      when new.`updated_at` is null then if(old.`updated_at` is not null, old.`status`, null)
      when _is_older_1 then if(old.`updated_at` is not null, old.`status`, null)
      when new._is_retraction then null
      else new.`status`
    end as `status`,
    case when new._is_retraction then old.`amount` else coalesce(new.`amount`, old.`amount`) end as `amount`,
    case
      when old.`order_id` is null then new.`updated_at`
      when new.`updated_at` is null then if(old.`updated_at` is not null, old.`updated_at`, null)
      when _is_older_1 then if(old.`updated_at` is not null, old.`updated_at`, null)
      else new.`updated_at`
    end as `updated_at`,
    old.`order_id` is not null as _exists,
    struct(old.`status`, old.`amount`, old.`updated_at`) as _old_values,
    new._is_retraction and old.`order_id` is null as _removed,
    case
      when new.`order_id` is null then 'key column order_id is null'
      when new._unknown_kind is not null then concat('row kind ', new._unknown_kind, ' is not one of +I, -U, +U, -D')
    end as _refused,
    new._rows
  from new
  left join old on old.`order_id` = new.`order_id`
)
select
  `order_id`, `status`, `amount`, `updated_at`,
  case
    when _refused is not null then 'refused'
    when _removed then if(_exists, 'delete', 'unchanged')
    when not _exists then 'insert'
    when _old_values <=> struct(`status`, `amount`, `updated_at`) then 'unchanged'
    else 'update'
  end as _change,
  _refused,
  _rows
from merged;

-- every aggregate
cache lazy table `orders__commit_5_a1a1a1a1` as
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
from fitted;

-- deduplicate, deletes, versions
cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  select * from `orders__fold_5_a1a1a1a1`
),
old as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`, old.`dbt_scd_id`, old.`dbt_updated_at`,
    old.`dbt_valid_from`, old.`dbt_valid_to`, old.`_events`
  from lake.main.orders.`branch_commit_5_a1a1a1a1` as old
  join new on old.`order_id` = new.`order_id` and old.`dbt_valid_from` = new.`dbt_valid_from`
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
  from new
  left join old on old.`order_id` = new.`order_id` and old.`dbt_valid_from` = new.`dbt_valid_from`
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
from merged;

-- deduplicate, deletes, versions, first run
cache lazy table `orders__commit_5_a1a1a1a1` as
with new as (
  with batch as (
    with batch as (
      select *
      from landing.order_events
    ),
    events as (
      select
        struct(cast(`order_id` as bigint) as `order_id`) as _key,
        struct(cast(`status` as string) as `status`, cast(`amount` as decimal(10,2)) as `amount`,
          cast(`updated_at` as timestamp) as `updated_at`) as _values,
        if(coalesce(upper(`_row_kind`), '+I') = '+I', '+U', coalesce(coalesce(upper(`_row_kind`), '+I'), 'null')) as _kind
      from batch
    ),
    last_events as (
      select
        _key,
        _values.`updated_at` as _at,
        max_by(struct(_values, _kind), struct(case _kind when '-U' then 0 when '+U' then 1 when '-D' then 2 else 3 end, _values.`status`, _values.`amount`)) as _event
      from events
      group by _key, _values.`updated_at`
    ),
    states as (
      select
        *,
        _event._kind in ('-U', '-D') as _is_delete,
        struct(_event._kind in ('-U', '-D'), if(_event._kind in ('-U', '-D'), null, struct(_event._values.`status`))) as _state
      from last_events
    ),
    neighbours as (
      select
        *,
        lag(_state) over (partition by _key order by _at) as _state_before
      from states
    ),
    numbered as (
      select
        *,
        count_if(_state_before is null or not _is_delete and not (_state <=> _state_before))
          over (partition by _key order by _at rows unbounded preceding) as _number
      from neighbours
    ),
    versions as (
      select
        _key,
        if(count(_at) < count(*), null, min(_at)) as _from,
        coalesce(max_by(_event._values, _at) filter (where not _is_delete), min_by(_event._values, _at)) as _values,
        coalesce(max(_at) filter (where not _is_delete), max(_at)) as _updated,
        min(_at) filter (where _is_delete) as _closed,
        array_sort(
          collect_list(struct(_at as at, _event._kind as kind, _event._values.`amount` as value_1)),
          (a, b) -> case when a.at < b.at then -1 when a.at > b.at then 1 else 0 end
        ) as _all,
        max(_event._kind) filter (where _event._kind not in ('-U', '+U', '-D')) as _unknown_kind
      from numbered
      group by _key, _number
    ),
    made as (
      select
        _key.`order_id` as `order_id`,
        _values.`status` as `status`,
        _values.`amount` as `amount`,
        _values.`updated_at` as `updated_at`,
        md5(concat(coalesce(cast(_key.`order_id` as string), ''), '|', coalesce(cast(_from as string), ''))) as `dbt_scd_id`,
        _updated as `dbt_updated_at`,
        _from as `dbt_valid_from`,
        coalesce(_closed, lead(_from) over (partition by _key order by _from)) as `dbt_valid_to`,
        cast(if(size(filter(_all, e -> e.kind in ('-U', '-D'))) > 1 or size(_all) - size(filter(_all, e -> e.kind in ('-U', '-D'))) > 1 or exists(_all, e -> e.kind = '-U'), _all, null) as array<struct<at:timestamp,kind:string,value_1:decimal(10,2)>>) as `_events`,
        _unknown_kind
      from versions
    )
    select `order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
      `_events`, coalesce(_unknown_kind, '+I') as _row_kind
    from made
  ),
  changes as (
    select
      *,
      coalesce(upper(`_row_kind`), '+I') as _kind,
      struct(
        case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `amount`, `updated_at`,
        `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_to`, `_events`
      ) as _order
    from batch
  ),
  folded as (
    select
      `order_id`, `dbt_valid_from`,
      max_by(
        struct(`status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_to`, `_events`, _kind), _order
      ) as _last,
      max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
      count(*) as _rows
    from changes
    group by `order_id`, `dbt_valid_from`
  )
  select
    `order_id`, `dbt_valid_from`,
    cast(_last.`status` as string) as `status`,
    cast(_last.`amount` as decimal(10,2)) as `amount`,
    cast(_last.`updated_at` as timestamp) as `updated_at`,
    cast(_last.`dbt_scd_id` as string) as `dbt_scd_id`,
    cast(_last.`dbt_updated_at` as timestamp) as `dbt_updated_at`,
    cast(_last.`dbt_valid_to` as timestamp) as `dbt_valid_to`,
    cast(_last.`_events` as array<struct<at:timestamp,kind:string,value_1:decimal(10,2)>>) as `_events`,
    _last._kind in ('-U', '-D') as _is_retraction,
    _unknown_kind,
    _rows
  from folded
),
old as (
  select
    cast(null as bigint) as `order_id`,
    cast(null as string) as `status`,
    cast(null as decimal(10,2)) as `amount`,
    cast(null as timestamp) as `updated_at`,
    cast(null as string) as `dbt_scd_id`,
    cast(null as timestamp) as `dbt_updated_at`,
    cast(null as timestamp) as `dbt_valid_from`,
    cast(null as timestamp) as `dbt_valid_to`,
    cast(null as array<struct<at:timestamp,kind:string,value_1:decimal(10,2)>>) as `_events`
  where false
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
  from new
  left join old on old.`order_id` = new.`order_id` and old.`dbt_valid_from` = new.`dbt_valid_from`
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
from merged;
