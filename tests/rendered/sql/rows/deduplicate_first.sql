(
    select winner.*
    from (
        select coalesce(min_by(__row, `updated_at`), any_value(__row) filter (where `updated_at` is null)) as winner
        from (
            select *, struct(*) as __row
            from orders
        )
        group by `shop`, `order_id`
    )
)
