(
    select l.*, r.`rate` as `fee`
    from (
        select l, if(valid_from >= coalesce(at, cast(null as timestamp_ntz)) - make_interval(0, 0, 0, 0, 36), r, null) as r
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
                select `currency` as key1, if(typeof((current_timestamp())) like 'string%', raise_error('as_of_join: left_time is text; write a time, such as to_timestamp(at)'), (current_timestamp())) as at, 1 as side, struct(*) as l, null as r
                from orders
                union all
                select `currency` as key1, if(typeof((to_date(since))) like 'string%', raise_error('as_of_join: right_time is text; write a time, such as to_timestamp(at)'), (to_date(since))) as at, 0 as side, null as l, struct(`rate`) as r
                from rates
                where `currency` is not null and (to_date(since)) is not null
            )
        )
        where l is not null
    )
)
