-- deduplicate, deletes, versions
with batch as (
  select * from `orders__input_5_a1a1a1a1`
),
stored as (
  select old.`order_id`, old.`status`, old.`amount`, old.`updated_at`, old.`dbt_scd_id`, old.`dbt_updated_at`,
    old.`dbt_valid_from`, old.`dbt_valid_to`, old.`_events`
  from lake.main.orders as old
  left semi join batch as new on old.`order_id` = new.`order_id`
),
given as (
  select
    struct(cast(`order_id` as bigint) as `order_id`) as _key,
    struct(cast(`status` as string) as `status`, cast(`amount` as decimal(10,2)) as `amount`,
      cast(`updated_at` as timestamp) as `updated_at`) as _values,
    if(coalesce(upper(`_row_kind`), '+I') = '+I', '+U', coalesce(coalesce(upper(`_row_kind`), '+I'), 'null')) as _kind,
    null as _stored
  from batch
  union all
  select
    struct(`order_id`),
    null,
    null,
    struct(*)
  from stored
),
events as (
  select
    _key,
    if(_stored is null, _values, struct(_stored.`status` as `status`, _event.value_1 as `amount`, _event.at as `updated_at`)) as _values,
    coalesce(_kind, _event.kind) as _kind,
    if(_event.at = _stored.`dbt_valid_from`, _stored, null) as _stored
  from (
    select
      *,
      explode_outer(if(
        _stored is null,
        null,
        coalesce(
          _stored.`_events`,
          if(
            _stored.`dbt_valid_to` > _stored.`dbt_valid_from` and not (_stored.`dbt_valid_to` <=> _next),
            array(struct(
              _stored.`dbt_valid_from` as at, if(_stored.`dbt_valid_from` <=> _stored.`dbt_valid_to`, '-D', '+U') as kind,
              _stored.`amount` as value_1
            ), struct(_stored.`dbt_valid_to` as at, '-D' as kind, cast(null as decimal(10,2)) as value_1)),
            array(struct(
              _stored.`dbt_valid_from` as at, if(_stored.`dbt_valid_from` <=> _stored.`dbt_valid_to`, '-D', '+U') as kind,
              _stored.`amount` as value_1
            ))
          )
        )
      )) as _event
    from (
      select
        *,
        min(_values.`updated_at`) over (partition by _key order by _stored.`dbt_valid_from`) as _since,
        lead(_stored.`dbt_valid_from`) over (partition by _key order by _stored.`dbt_valid_from`) as _next
      from given
    )
    where _stored is null or _next is null or _next >= _since
  )
),
last_events as (
  select
    _key,
    _values.`updated_at` as _at,
    max_by(struct(_values, _kind), struct(case _kind when '-U' then 0 when '+U' then 1 when '-D' then 2 else 3 end, _values.`status`, _values.`amount`)) as _event,
    any_value(_stored, true) as _stored
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
    lag(_state) over (partition by _key order by _at) as _state_before,
    lead(_at) over (partition by _key order by _at) as _next_at
  from states
),
numbered as (
  select
    *,
    count_if(_state_before is null or not _is_delete and not (_state <=> _state_before))
      over (partition by _key order by _at rows unbounded preceding) as _number
  from neighbours
),
grouped as (
  select
    _key,
    array_sort(
      collect_list(struct(
        struct(
          _at as at, _event._kind as kind, if(_is_delete and _state_before is not null, null, _event._values.`amount`) as value_1
        ) as event,
        _event._values as values,
        _stored as stored,
        _next_at as next
      )),
      (a, b) -> if(a.event.at is null or a.event.at < b.event.at, -1, 1)
    ) as _all
  from numbered
  group by _key, _number
),
versions as (
  select
    *,
    filter(_all, e -> e.event.kind not in ('-U', '-D')) as _rows,
    filter(_all, e -> e.event.kind in ('-U', '-D')) as _deletes,
    element_at(_all, 1).event.at as _from
  from grouped
),
made as (
  select
    _key.`order_id` as `order_id`,
    coalesce(try_element_at(_rows, -1), element_at(_all, 1)).values.`status` as `status`,
    coalesce(try_element_at(_rows, -1), element_at(_all, 1)).values.`amount` as `amount`,
    coalesce(try_element_at(_rows, -1), element_at(_all, 1)).values.`updated_at` as `updated_at`,
    md5(to_json(array(cast(_key.`order_id` as string), cast(unix_micros(_from) as string)))) as `dbt_scd_id`,
    coalesce(try_element_at(_rows, -1), element_at(_all, -1)).event.at as `dbt_updated_at`,
    _from as `dbt_valid_from`,
    coalesce(try_element_at(_deletes, 1).event.at, element_at(_all, -1).next) as `dbt_valid_to`,
    cast(if(size(_rows) > 1 or size(_deletes) > 1 or exists(_deletes, e -> e.event.kind = '-U'), transform(_all, e -> e.event), null) as array<struct<at:timestamp,kind:string,value_1:decimal(10,2)>>) as `_events`,
    filter(transform(_all, e -> e.stored), old -> old is not null) as _before,
    array_max(filter(transform(_rows, e -> e.event.kind), kind -> kind <> '+U')) as _unknown_kind
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
  if(_new is null, '-D', coalesce(_new._unknown_kind, '+U')) as _row_kind,
  _old as _before
from (
  select _old, if(_old is null or _old.`dbt_valid_from` = _made.`dbt_valid_from`, _made, null) as _new
  from (
    select
      struct(`order_id`, `status`, `amount`, `updated_at`, `dbt_scd_id`, `dbt_updated_at`, `dbt_valid_from`, `dbt_valid_to`,
        `_events`, _unknown_kind) as _made,
      explode(if(exists(_before, old -> old.`dbt_valid_from` = `dbt_valid_from`), _before, concat(_before, array(null)))) as _old
    from made
  )
)
where _old is null or _new is null or _new._unknown_kind is not null
  or not (struct(_old.`status`, _old.`amount`, _old.`updated_at`, _old.`dbt_updated_at`, _old.`dbt_valid_to`, _old.`_events`) <=> struct(_new.`status`, _new.`amount`, _new.`updated_at`, _new.`dbt_updated_at`, _new.`dbt_valid_to`, _new.`_events`))
