(
    with _slices as (
        select *, window(_time, '1 minute').start as _slice
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as _time
            from bid
            where `bidtime` is not null
        )
    ),

    _partials as (
        select
            _slice,
            `item`,
            any_value(`bidtime`) as _any_time,
            sum(price) as `total`,
            sum(price) as `_sum_mean`,
            count(price) as `_count_mean`
        from _slices
        group by _slice, `item`
        distribute by `item`
    ),

    _copies as (
        select *, explode(sequence(_slice - interval '59 minutes', _slice, interval '1 minute')) as _start
        from _partials
    )

    select
        _start as window_start,
        _start + interval '1 hour' as window_end,
        coalesce(_start + interval '3599999 milliseconds', any_value(_any_time)) as window_time,
        `item`,
        sum(`total`) as `total`,
        sum(`_sum_mean`) / nullif(sum(`_count_mean`), 0) as `mean`
    from _copies
    group by _start, `item`
)
