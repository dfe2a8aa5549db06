(
    select l.*, r.`rate`
    from (
        select
            l,
            last_value(r, true) over (
                partition by k1
                order by at, side, tie1
                rows between unbounded preceding and current row
            ) as r
        from (
            select `currency` as k1, `ordered_at` as at, 1 as side, null as tie1, struct(*) as l, null as r
            from orders
            where `currency` is not null and `ordered_at` is not null
            union all
            select `currency`, `valid_from`, 0, `version`, null, struct(`valid_from`, `rate`)
            from rates
            where `currency` is not null and `valid_from` is not null
        )
    )
    where l is not null
        and r.`valid_from` >= l.`ordered_at` - interval '1 hour'
)
