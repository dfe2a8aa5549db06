(
    with _slices as (
        select *, window(_time, '5 minutes').start as _slice
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as _time
            from bid
            where `bidtime` is not null
        )
    ),

    _copies as (
        select *, explode(sequence(_slice - interval '5 minutes', _slice, interval '5 minutes')) as _start
        from _slices
    )

    select
        * except (_time, _slice, _start),
        _start as window_start,
        _start + interval '10 minutes' as window_end,
        coalesce(_start + interval '599999 milliseconds', `bidtime`) as window_time
    from _copies
)
