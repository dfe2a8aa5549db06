(
    select l.*, r.* except (`order_id`)
    from orders as l
    inner join payments as r
        on l.`order_id` = r.`order_id`
        and if(typeof(l.`ordered_at`) like 'string%', raise_error('interval_join: left_time is text; write a time, such as to_timestamp(at)'), l.`ordered_at`) between r.`paid_at` + interval '-1 hour'
            and r.`paid_at` + interval '0 seconds'
)
