(
    select * except (`__rank`)
    from (
        select
            *,
            row_number() over (partition by `order_id` order by `updated_at` desc nulls last, `priority` nulls last) as `__rank`
        from orders
    )
    where `__rank` <= 1
)
