(
    select l.*, r.*
    from orders as l
    full join payments as r
        on l.`order_id` = r.`for_order`
        and if(typeof(l.`ordered_at`) like 'string%', raise_error('interval_join: left_time is text; write a time, such as to_timestamp(at)'), l.`ordered_at`) between r.`paid_at` + interval '-1 hour'
            and r.`paid_at` + interval '5 minutes'
)
