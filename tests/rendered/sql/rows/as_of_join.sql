(
    select l.*, r.* except (`currency`)
    from (
        select
            l,
            last_value(r) ignore nulls over (
                partition by key1
                order by at, side, tie1
                rows between unbounded preceding and current row
            ) as r
        from (
            select `currency` as key1, if(typeof(`ordered_at`) like 'string%', raise_error('as_of_join: left_time is text; write a time, such as to_timestamp(at)'), `ordered_at`) as at, 1 as side, null as tie1, struct(*) as l, null as r
            from orders
            union all
            select `currency` as key1, if(typeof(`valid_from`) like 'string%', raise_error('as_of_join: right_time is text; write a time, such as to_timestamp(at)'), `valid_from`) as at, 0 as side, `version` as tie1, null as l, struct(*) as r
            from rates
            where `currency` is not null and `valid_from` is not null
        )
    )
    where l is not null
)
