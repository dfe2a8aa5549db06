(
    with _slices as (
        select * except (_block), _block.start as _start, _block.end as _last
        from (
            select *, window(_time, '10 minutes') as _block
            from (
                select *, window(_time, '2 minutes').end as _slice
                from (
                    select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as _time
                    from bid
                    where `bidtime` is not null
                )
            )
        )
    ),

    _copies as (
        select *, explode(sequence(_slice, _last, interval '2 minutes')) as _end
        from _slices
    )

    select
        * except (_time, _slice, _start, _last, _end),
        _start as window_start,
        _end as window_end,
        coalesce(_end - interval '1 millisecond', `bidtime`) as window_time
    from _copies
)
