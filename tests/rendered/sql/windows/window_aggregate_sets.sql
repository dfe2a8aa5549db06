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
            `supplier`,
            `item`,
            any_value(`bidtime`) as _any_time,
            item as `items`
        from _slices
        group by _slice, `supplier`, `item`, item
        distribute by `supplier`, `item`
    ),

    _copies as (
        select *, explode(sequence(_slice - interval '59 minutes', _slice, interval '1 minute')) as _start
        from _partials
    )

    select
        _start as window_start,
        _start + interval '1 hour' as window_end,
        coalesce(_start + interval '3599999 milliseconds', any_value(_any_time)) as window_time,
        `supplier`,
        `item`,
        count(distinct `items`) as `items`
    from _copies
    group by _start, grouping sets ((`supplier`, `item`), (`supplier`), ())
)
