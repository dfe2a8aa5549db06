(
    with _slices as (
        select
            *,
            window(cast(`bidtime` as timestamp_ntz), '2 minutes').start as _slice
        from bid
    ),

    _copies as (
        select *, explode(sequence(_slice + interval '2 minutes', _block.end, interval '2 minutes')) as _end
        from (
            select *, window(_slice, '10 minutes') as _block
            from _slices
        )
    )

    select
        * except (_slice, _block, _end),
        _block.start as window_start,
        _end as window_end,
        coalesce(_end - interval '1 millisecond', `bidtime`) as window_time
    from _copies
)
