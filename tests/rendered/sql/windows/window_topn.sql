(
    select * except (`__rank`)
    from (
        select
            *,
            row_number() over (partition by `window_start`, `window_end`, `supplier` order by `price` desc) as `__rank`
        from bids_per_window
    )
    where `__rank` <= 3
)
