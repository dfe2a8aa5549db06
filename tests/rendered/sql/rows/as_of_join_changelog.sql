(
    select l.*, r.`rate`, r.`at` as `rated_at`
    from (
        select l, if(r.`_row_kind` <> '-D' and valid_from >= coalesce(at, cast(null as timestamp_ntz)) - make_interval(0, 0, 0, 0, 24), r, null) as r
        from (
            select
                l,
                at,
                last_value(if(side = 0, at, null)) ignore nulls over (
                    partition by key1
                    order by at, side
                    rows between unbounded preceding and current row
                ) as valid_from,
                last_value(r) ignore nulls over (
                    partition by key1
                    order by at, side
                    rows between unbounded preceding and current row
                ) as r
            from (
                select `currency` as key1, if(typeof(`at`) like 'string%', raise_error('as_of_join: left_time is text; write a time, such as to_timestamp(at)'), `at`) as at, 1 as side, struct(*) as l, null as r
                from orders
                union all
                select `currency` as key1, if(typeof(`at`) like 'string%', raise_error('as_of_join: right_time is text; write a time, such as to_timestamp(at)'), `at`) as at, 0 as side, null as l, struct(`rate`, `at`, `_row_kind`) as r
                from rates
                where `currency` is not null and `at` is not null and `_row_kind` <> '-U'
            )
        )
        where l is not null
    )
)
