(
    select winner.*
    from (
        select max_by(__row, struct(`updated_at`, `version`)) as winner
        from (
            select *, struct(*) as __row
            from orders
        )
        group by `order_id`
    )
)
