(
    with _sliced as (
        select *, window(__local_time, '1 minute').start as __slice_start
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as __local_time
            from bid
            where `bidtime` is not null
              and (typeof(`bidtime`) in ('timestamp', 'timestamp_ntz') or cast(`bidtime` as timestamp_ntz) is not null)
        )
    ),

    _partial_aggregates as (
        select
            __slice_start,
            `item`,
            any_value(`bidtime`) as __any_time,
            sum(price) as `total`,
            count(price) as `__count_total`,
            sum(coalesce(price, price / 1)) as `__sum_mean`,
            count(price) as `__count_mean`
        from _sliced
        group by __slice_start, `item`
        distribute by `item`
    ),

    _windowed as (
        select *, explode(sequence(__slice_start - interval '59 minutes', __slice_start, interval '1 minute')) as __window_start
        from _partial_aggregates
    )

    select
        __window_start as window_start,
        __window_start + interval '1 hour' as window_end,
        coalesce(__window_start + interval '3599999 milliseconds', any_value(__any_time)) as window_time,
        `item`,
        if(bool_or(`total` is null and `__count_total` > 0), null, sum(`total`)) as `total`,
        if(bool_or(`__sum_mean` is null and `__count_mean` > 0), null, sum(`__sum_mean`)) / nullif(sum(`__count_mean`), 0) as `mean`
    from _windowed
    group by __window_start, `item`
)
