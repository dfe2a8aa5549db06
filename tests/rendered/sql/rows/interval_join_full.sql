(
    select l.*, r.*
    from orders as l
    full join payments as r
        on l.`order_id` = r.`for_order`
        and l.`ordered_at` between r.`paid_at` + interval '-1 hour'
            and r.`paid_at` + interval '5 minutes'
)
