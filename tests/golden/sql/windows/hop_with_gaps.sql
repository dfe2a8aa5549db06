(
    with _slices as (
        select
            *,
            window(cast(`bidtime` as timestamp_ntz), '10 minutes').start as _slice,
            cast(`bidtime` as timestamp_ntz) < window(cast(`bidtime` as timestamp_ntz), '10 minutes').start + interval '3 minutes' as _in_head
        from bid
    ),

    _copies as (
        select *, _slice as _start
        from _slices
        where _in_head
    )

    select
        * except (_slice, _in_head, _start),
        _start as window_start,
        _start + interval '3 minutes' as window_end,
        coalesce(_start + interval '179999 milliseconds', `bidtime`) as window_time
    from _copies
)
