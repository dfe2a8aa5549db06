(
    select winner.*
    from (
        select max_by(__row, struct((lower(status)), `version`)) as winner
        from (
            select *, struct(*) as __row
            from orders
        )
        group by `order_id`
    )
)
