(
    with _slices as (
        select
            *,
            window(_time, '3 minutes').start as _slice,
            _time < window(_time, '3 minutes').start + interval '1 minute' as _in_head
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as _time
            from bid
            where `bidtime` is not null
        )
    ),

    _copies as (
        select *, explode(sequence(if(_in_head, _slice - interval '9 minutes', _slice - interval '6 minutes'), _slice, interval '3 minutes')) as _start
        from _slices
    )

    select
        * except (_time, _slice, _in_head, _start),
        _start as window_start,
        _start + interval '10 minutes' as window_end,
        coalesce(_start + interval '599999 milliseconds', `bidtime`) as window_time
    from _copies
)
