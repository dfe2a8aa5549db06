(
    select winner.*
    from (
        select max_by(struct(*), struct(`updated_at`, `version`)) as winner
        from orders
        group by `order_id`
    )
)
