(
    select l.* except (`__time`), r.* except (`order_id`)
    from (
        select *, (to_timestamp(at)) as `__time`
        from orders
    ) as l
    inner join payments as r
        on l.`order_id` = r.`order_id`
        and if(typeof(l.`__time`) like 'string%', raise_error('interval_join: left_time is text; write a time, such as to_timestamp(at)'), l.`__time`) between coalesce(r.`paid_at`, cast(null as timestamp_ntz)) - make_interval(0, 0, 0, 0, 0, 0, 90061.500000)
            and coalesce(r.`paid_at`, cast(null as timestamp_ntz)) + make_interval(0, 0, 0, 0, 36, 30)
)
