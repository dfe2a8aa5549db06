-- deduplicate
cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    struct(`updated_at`, `status`, `amount`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    max_by(struct(`status`, `amount`, `updated_at`), _order) as _last,
    count(*) as _rows
  from changes
  group by `order_id`
)
select
  `order_id`,
  cast(_last.`status` as string) as `status`,
  cast(_last.`amount` as decimal(10,2)) as `amount`,
  cast(_last.`updated_at` as timestamp) as `updated_at`,
  _rows
from folded;

-- first-row
cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    struct(`status`, `amount`, `updated_at`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    min_by(struct(`status`, `amount`, `updated_at`), _order) as _first,
    count(*) as _rows
  from changes
  group by `order_id`
)
select
  `order_id`,
  cast(_first.`status` as string) as `status`,
  cast(_first.`amount` as decimal(10,2)) as `amount`,
  cast(_first.`updated_at` as timestamp) as `updated_at`,
  _rows
from folded;

-- partial-update
cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    struct(`updated_at`, `status`, `amount`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    max_by(`status`, _order) filter (where `status` is not null) as `status`,
    max_by(`amount`, _order) filter (where `amount` is not null) as `amount`,
    max_by(`updated_at`, _order) filter (where `updated_at` is not null) as `updated_at`,
    count(*) as _rows
  from changes
  group by `order_id`
)
select
  `order_id`,
  cast(`status` as string) as `status`,
  cast(`amount` as decimal(10,2)) as `amount`,
  cast(`updated_at` as timestamp) as `updated_at`,
  _rows
from folded;

-- aggregation
cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    struct(`status`, `amount`, `updated_at`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    max_by(`status`, _order) filter (where `status` is not null) as `status`,
    sum(`amount`) as `amount`,
    max_by(`updated_at`, _order) filter (where `updated_at` is not null) as `updated_at`,
    count(*) as _rows
  from changes
  group by `order_id`
)
select
  `order_id`,
  cast(`status` as string) as `status`,
  cast(`amount` as decimal(20,2)) as `amount`,
  cast(`updated_at` as timestamp) as `updated_at`,
  _rows
from folded;

-- aggregation, deletes, removes rows
cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    coalesce(upper(`_row_kind`), '+I') as _kind,
    struct(case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `amount`, `updated_at`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    array_sort(
      collect_list(struct(
        _order, _kind, cast(`status` as string) as `status`, cast(`amount` as decimal(10,2)) as `amount`,
        cast(`updated_at` as timestamp) as `updated_at`
      )),
      (l, r) -> case when l._order < r._order then -1 when l._order > r._order then 1 else 0 end
    ) as _records,
    max(_order) filter (where _kind = '-D') as _last_delete,
    max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
    count(*) as _rows
  from changes
  group by `order_id`
),
kept as (
  select
    *,
    if(_last_delete is null, _records, filter(_records, r -> r._order > _last_delete)) as _kept
  from folded
),
accumulated as (
  select
    *,
    aggregate(
      _kept,
      cast(null as string),
      (a, r) -> case
        when r._kind in ('-U', '-D') then cast(if(r.`status` is null, a, null) as string)
        else cast(coalesce(r.`status`, a) as string)
      end
    ) as `status`,
    aggregate(
      _kept,
      cast(null as decimal(20,2)),
      (a, r) -> case
        when r._kind in ('-U', '-D') then cast(case when a is null then -r.`amount` when r.`amount` is null then a else try_subtract(a, r.`amount`) end as decimal(20,2))
        else cast(case when a is null then r.`amount` when r.`amount` is null then a else try_add(a, r.`amount`) end as decimal(20,2))
      end
    ) as `amount`,
    aggregate(
      _kept,
      cast(null as timestamp),
      (a, r) -> case
        when r._kind in ('-U', '-D') then cast(if(r.`updated_at` is null, a, null) as timestamp)
        else cast(coalesce(r.`updated_at`, a) as timestamp)
      end
    ) as `updated_at`
  from kept
)
select
  `order_id`,
  if(size(_kept) = 1, _kept[0].`status`, `status`) as `status`,
  `amount` as `amount`,
  if(size(_kept) = 1, _kept[0].`updated_at`, `updated_at`) as `updated_at`,
  _last_delete is not null as _has_delete,
  size(_kept) = 0 as _ends_deleted,
  size(_kept) = 1 and _kept[0]._kind in ('-U', '-D') as _is_retraction,
  _unknown_kind,
  _rows
from accumulated;

-- sequence group
cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    coalesce(upper(`_row_kind`), '+I') as _kind,
    struct(case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `amount`, `updated_at`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    if(
      count(*) = 1, any_value(`status`),
      max_by(if(_kind in ('-U', '-D'), null, `status`), struct(`updated_at`, _order)) filter (where `updated_at` is not null)
    ) as `status`,
    max_by(`amount`, _order) filter (where _kind not in ('-U', '-D') and `amount` is not null) as `amount`,
    if(
      count(*) = 1, any_value(`updated_at`),
      max_by(`updated_at`, struct(`updated_at`, _order)) filter (where `updated_at` is not null)
    ) as `updated_at`,
    bool_and(_kind in ('-U', '-D')) as _is_retraction,
    max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
    count(*) as _rows
  from changes
  group by `order_id`
)
select
  `order_id`,
  cast(`status` as string) as `status`,
  cast(`amount` as decimal(10,2)) as `amount`,
  cast(`updated_at` as timestamp) as `updated_at`,
  _is_retraction,
  _unknown_kind,
  _rows
from folded;

-- sequence group, removes rows
cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    coalesce(upper(`_row_kind`), '+I') as _kind,
    struct(case _kind when '-U' then 1 when '+U' then 2 when '-D' then 3 else 0 end, `status`, `amount`, `updated_at`) as _order
  from batch
),
folded as (
  select
    `order_id`,
    array_sort(
      collect_list(struct(
        _order, _kind, cast(`status` as string) as `status`, cast(`amount` as decimal(10,2)) as `amount`,
        cast(`updated_at` as timestamp) as `updated_at`
      )),
      (l, r) -> case when l._order < r._order then -1 when l._order > r._order then 1 else 0 end
    ) as _records,
    max(case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end) as _unknown_kind,
    count(*) as _rows
  from changes
  group by `order_id`
),
deletes as (
  select
    *,
    aggregate(
      _records,
      named_struct(
        'row_order', if(size(_records) = 0, _records[0]._order, null),
        'newest_1', struct(cast(null as timestamp) as `updated_at`),
        'sequence_1', struct(cast(null as timestamp) as `updated_at`)
      ),
      (a, r) -> case
        when r._kind = '-D' and r.`updated_at` is not null and struct(r.`updated_at`) >= a.newest_1 then named_struct(
          'row_order', r._order, 'newest_1', struct(cast(null as timestamp) as `updated_at`),
          'sequence_1', greatest(struct(r.`updated_at`), a.sequence_1)
        )
        else named_struct(
          'row_order', a.row_order, 'newest_1', greatest(struct(r.`updated_at`), a.newest_1), 'sequence_1', a.sequence_1
        )
      end
    ) as _newest_delete
  from folded
),
kept as (
  select
    *,
    case
      when _newest_delete.row_order is null or size(_records) = 1 then _records
      else filter(_records, r -> r._order > _newest_delete.row_order)
    end as _kept
  from deletes
),
accumulated as (
  select
    *,
    aggregate(
      _kept,
      named_struct('v', cast(null as string), 'seq', struct(cast(null as timestamp) as `updated_at`)),
      (a, r) -> case
        when r.`updated_at` is null then a
        when struct(r.`updated_at`) < a.seq then a
        when r._kind in ('-U', '-D') then named_struct('v', cast(null as string), 'seq', struct(r.`updated_at`))
        else named_struct('v', r.`status`, 'seq', struct(r.`updated_at`))
      end
    ) as `status`,
    aggregate(
      _kept,
      cast(null as decimal(10,2)),
      (a, r) -> case when r._kind in ('-U', '-D') then a else cast(coalesce(r.`amount`, a) as decimal(10,2)) end
    ) as `amount`,
    aggregate(
      _kept,
      named_struct('v', cast(null as timestamp), 'seq', struct(cast(null as timestamp) as `updated_at`)),
      (a, r) -> case
        when r.`updated_at` is null then a
        when struct(r.`updated_at`) < a.seq then a
        else named_struct('v', r.`updated_at`, 'seq', struct(r.`updated_at`))
      end
    ) as `updated_at`
  from kept
)
select
  `order_id`,
  if(size(_kept) = 1, _kept[0].`status`, `status`.v) as `status`,
  if(size(_kept) = 1, _kept[0].`amount`, `amount`) as `amount`,
  if(size(_kept) = 1, _kept[0].`updated_at`, `updated_at`.v) as `updated_at`,
  size(_kept) = 0 as _ends_deleted,
  size(_kept) > 0 and forall(_kept, r -> r._kind in ('-U', '-D')) as _is_retraction,
  if(_newest_delete.sequence_1.`updated_at` is not null, _newest_delete.sequence_1, null) as _delete_sequence_1,
  _unknown_kind,
  _rows
from accumulated;

-- every aggregate
cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  select *
  from landing.order_events
),
changes as (
  select
    *,
    struct(
      `total`, `factor`, `seen`, `low`, `high`, `last`, `filled`, `first`, `words`, `every`, `some`, `tags`,
      array_sort(map_entries(`labels`))
    ) as _order
  from batch
),
folded as (
  select
    `id`,
    sum(cast(`total` as decimal(20,0))) as `total`,
    sum(if(`seen` is null, 0L, 1L)) as `seen`,
    min(`low`) as `low`,
    max(`high`) as `high`,
    max_by(`last`, _order) as `last`,
    max_by(`filled`, _order) filter (where `filled` is not null) as `filled`,
    min_by(`first`, _order) as `first`,
    bool_and(`every`) as `every`,
    bool_or(`some`) as `some`,
    array_sort(
      collect_list(struct(
        _order, cast(`factor` as double) as `factor`, cast(`words` as string) as `words`,
        cast(`tags` as array<string>) as `tags`, cast(`labels` as map<string,string>) as `labels`
      )),
      (l, r) -> case when l._order < r._order then -1 when l._order > r._order then 1 else 0 end
    ) as _records,
    count(*) as _rows
  from changes
  group by `id`
),
accumulated as (
  select
    *,
    aggregate(
      _records,
      cast(null as double),
      (a, r) -> cast(case when a is null then r.`factor` when r.`factor` is null then a else a * r.`factor` end as double)
    ) as `factor`,
    aggregate(
      _records,
      cast(null as string),
      (a, r) -> cast(case when a is null then r.`words` when r.`words` is null then a else concat(a, ',', r.`words`) end as string)
    ) as `words`,
    aggregate(
      _records,
      cast(null as array<string>),
      (a, r) -> cast(case when a is null then r.`tags` when r.`tags` is null then a else concat(a, r.`tags`) end as array<string>)
    ) as `tags`,
    aggregate(
      _records,
      cast(null as map<string,string>),
      (a, r) -> cast(case when a is null then r.`labels` when r.`labels` is null then a else map_concat(map_filter(a, (k, v) -> not map_contains_key(r.`labels`, k)), r.`labels`) end as map<string,string>)
    ) as `labels`
  from folded
)
select
  `id`,
  cast(`total` as decimal(30,0)) as `total`,
  `factor` as `factor`,
  cast(`seen` as int) as `seen`,
  cast(`low` as int) as `low`,
  cast(`high` as int) as `high`,
  cast(`last` as string) as `last`,
  cast(`filled` as string) as `filled`,
  cast(`first` as string) as `first`,
  `words` as `words`,
  cast(`every` as boolean) as `every`,
  cast(`some` as boolean) as `some`,
  `tags` as `tags`,
  `labels` as `labels`,
  _rows
from accumulated;

-- deduplicate, deletes, versions
cache lazy table `orders__input_5_a1a1a1a1` as
select *
from landing.order_events;

cache lazy table `orders__fold_5_a1a1a1a1` as
with batch as (
  with batch as (
    select * from `orders__input_5_a1a1a1a1`
  ),
  stored as (
    select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`, old.`dbt_scd_id`, old.`dbt_updated_at`,
      old.`dbt_valid_from`, old.`dbt_valid_to`, old.`_events`
    from lake.main.orders as old
    left semi join batch as new on old.`order_id` = new.`order_id`
  ),
  events as (
    select
      struct(cast(`order_id` as bigint) as `order_id`) as _key,
      struct(cast(`status` as string) as `status`, cast(`amount` as decimal(10,2)) as `amount`,
        cast(`updated_at` as timestamp) as `updated_at`) as _values,
      if(coalesce(upper(`_row_kind`), '+I') = '+I', '+U', coalesce(coalesce(upper(`_row_kind`), '+I'), 'null')) as _kind
    from batch
    union all
    select
      struct(_version.`order_id`),
      struct(_version.`status` as `status`, _event.value_1 as `amount`, _event.at as `updated_at`),
      _event.kind
    from (
      select
        _version,
        explode(coalesce(
          _version.`_events`,
          if(
            _version.`dbt_valid_to` > _version.`dbt_valid_from` and not (_version.`dbt_valid_to` <=> _next),
            array(struct(
              _version.`dbt_valid_from` as at, if(_version.`dbt_valid_from` <=> _version.`dbt_valid_to`, '-D', '+U') as kind,
              _version.`amount` as value_1
            ), struct(_version.`dbt_valid_to` as at, '-D' as kind, cast(null as decimal(10,2)) as value_1)),
            array(struct(
              _version.`dbt_valid_from` as at, if(_version.`dbt_valid_from` <=> _version.`dbt_valid_to`, '-D', '+U') as kind,
              _version.`amount` as value_1
            ))
          )
        )) as _event
      from (
        select
          struct(*) as _version,
          lead(`dbt_valid_from`) over (
            partition by `order_id`
            order by `dbt_valid_from`
          ) as _next
        from stored
      )
    )
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
  select
    if(_new is null, _old.`order_id`, _new.`order_id`) as `order_id`,
    if(_new is null, _old.`status`, _new.`status`) as `status`,
    if(_new is null, _old.`amount`, _new.`amount`) as `amount`,
    if(_new is null, _old.`updated_at`, _new.`updated_at`) as `updated_at`,
    coalesce(_old.`dbt_scd_id`, _new.`dbt_scd_id`) as `dbt_scd_id`,
    if(_new is null, _old.`dbt_updated_at`, _new.`dbt_updated_at`) as `dbt_updated_at`,
    if(_new is null, _old.`dbt_valid_from`, _new.`dbt_valid_from`) as `dbt_valid_from`,
    if(_new is null, _old.`dbt_valid_to`, _new.`dbt_valid_to`) as `dbt_valid_to`,
    if(_new is null, _old.`_events`, _new.`_events`) as `_events`,
    if(_new is null, '-D', coalesce(_new._unknown_kind, '+U')) as _row_kind
  from (
    select if(old._is_stored, struct(old.*), null) as _old, if(new._is_made, struct(new.*), null) as _new
    from (select *, true as _is_made from made) as new
    full join (select *, true as _is_stored from stored) as old
      on old.`order_id` <=> new.`order_id` and old.`dbt_valid_from` <=> new.`dbt_valid_from`
  )
  where _old is null or _new is null or _new._unknown_kind is not null
    or not (struct(_old.`status`, _old.`amount`, _old.`updated_at`, _old.`dbt_updated_at`, _old.`dbt_valid_to`, _old.`_events`) <=> struct(_new.`status`, _new.`amount`, _new.`updated_at`, _new.`dbt_updated_at`, _new.`dbt_valid_to`, _new.`_events`))
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
from folded;
