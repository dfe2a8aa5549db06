(
    select l.*, r.* except (`currency`)
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
            union all
            select `currency`, `valid_from`, 0, `version`, null, struct(*)
            from rates
            where `currency` is not null and `valid_from` is not null
        )
    )
    where l is not null
)
