(
    with _times as (
        select *, window(cast(`bidtime` as timestamp_ntz), '1 millisecond').start as _time
        from bid
    ),

    _openings as (
        select *, if(_time <= lag(_time) over (partition by `bidder` order by _time) + interval '30 minutes', null, _time) as _opening
        from _times
    ),

    _sessions as (
        select *, max(_opening) over (partition by `bidder` order by _time rows unbounded preceding) as _start
        from _openings
    ),

    _ends as (
        select *, max(_time) over (partition by `bidder`, _start) + interval '30 minutes' as _end
        from _sessions
    )

    select
        * except (_time, _opening, _start, _end),
        _start as window_start,
        _end as window_end,
        coalesce(_end - interval '1 millisecond', `bidtime`) as window_time
    from _ends
)
