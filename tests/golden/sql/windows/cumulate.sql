(
    with _slices as (
        select *, window(_time, '2 minutes').start as _slice
        from (
            select *, cast(`bidtime` as timestamp_ntz) as _time
            from bid
        )
    ),

    _copies as (
        select *, explode(sequence(_slice + interval '2 minutes', _block.end, interval '2 minutes')) as _end
        from (
            select *, window(_slice, '10 minutes') as _block
            from _slices
        )
    )

    select
        * except (_time, _slice, _block, _end),
        _block.start as window_start,
        _end as window_end,
        coalesce(_end - interval '1 millisecond', `bidtime`) as window_time
    from _copies
)
