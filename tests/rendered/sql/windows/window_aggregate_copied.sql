(
    with _slices as (
        select *, window(_time, '1 minute').start as _slice
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as _time
            from bid
            where `bidtime` is not null
        )
    ),

    _copies as (
        select *, explode(sequence(_slice - interval '59 minutes', _slice, interval '1 minute')) as _start
        from _slices
    )

    select
        _start as window_start,
        _start + interval '1 hour' as window_end,
        coalesce(_start + interval '3599999 milliseconds', any_value(`bidtime`)) as window_time,
        `item`,
        median(price) as `median`
    from _copies
    group by _start, `item`
)
