(
    with _slices as (
        select
            *,
            window(_time, '10 minutes').start as _slice,
            _time < window(_time, '10 minutes').start + interval '3 minutes' as _in_head
        from (
            select *, cast(`bidtime` as timestamp_ntz) as _time
            from bid
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
