(
    select l.*, r.`rate`, r.`at` as `rated_at`
    from (
        select l, if(r.`_row_kind` <> '-D' and r.`at` >= l.`at` - interval '1 day', r, null) as r
        from (
            select
                l,
                last_value(r, true) over (
                    partition by k1
                    order by at, side
                    rows between unbounded preceding and current row
                ) as r
            from (
                select `currency` as k1, `at` as at, 1 as side, struct(*) as l, null as r
                from orders
                union all
                select `currency`, `at`, 0, null, struct(`at`, `_row_kind`, `rate`)
                from rates
                where `currency` is not null and `at` is not null and `_row_kind` <> '-U'
            )
        )
        where l is not null
    )
)
