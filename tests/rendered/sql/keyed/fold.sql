-- aggregation, deletes, removes rows
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
    bool_or(_kind = '-D') as _has_delete,
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
  _has_delete,
  size(_kept) = 0 as _ends_deleted,
  size(_kept) = 1 and _kept[0]._kind in ('-U', '-D') as _is_retraction,
  _unknown_kind,
  _rows
from accumulated

-- every aggregate
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
from accumulated

-- deduplicate, deletes, versions
with batch as (
  <versions>
),
changes as (
  select
    *,
    coalesce(upper(`_row_kind`), '+I') as _kind
  from batch
),
folded as (
  select
    `order_id`, `dbt_valid_from`,
    struct(`status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_to`, `_events`, _kind) as _last,
    case when _kind in ('+I', '-U', '+U', '-D') then null else coalesce(_kind, 'null') end as _unknown_kind,
    _before, 1 as _rows
  from changes
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
  _before, _rows
from folded
