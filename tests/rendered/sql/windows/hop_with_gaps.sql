(
    with _slices as (
        select
            *,
            window(_time, '10 minutes').start as _slice,
            _time < window(_time, '10 minutes').start + interval '3 minutes' as _in_head
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as _time
            from bid
            where `bidtime` is not null
        )
    ),

    _copies as (
        select *, _slice as _start
        from _slices
        where _in_head
    )

    select
        * except (_time, _slice, _in_head, _start),
        _start as window_start,
        _start + interval '3 minutes' as window_end,
        coalesce(_start + interval '179999 milliseconds', `bidtime`) as window_time
    from _copies
)
