(
    select l.*, r.* except (`order_id`)
    from orders as l
    inner join payments as r
        on l.`order_id` = r.`order_id`
        and l.`ordered_at` between r.`paid_at` + interval '-1 hour'
            and r.`paid_at` + interval '0 seconds'
)
