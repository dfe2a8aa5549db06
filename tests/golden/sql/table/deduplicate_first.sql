(
    select winner.*
    from (
        select min_by(struct(*), struct(`updated_at` is null, `updated_at`)) as winner
        from orders
        group by `shop`, `order_id`
    )
)
