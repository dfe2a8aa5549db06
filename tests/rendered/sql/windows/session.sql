(
    with _timed as (
        select *, window(cast(`bidtime` as timestamp_ntz), '1 millisecond').start as __local_time
        from bid
    ),

    _session_starts as (
        select
            *,
            if(__local_time <= lag(__local_time) over (partition by `bidder` order by __local_time) + interval '30 minutes', null, __local_time) as __session_start
        from _timed
    ),

    _started as (
        select *, max(__session_start) over (partition by `bidder` order by __local_time rows unbounded preceding) as __window_start
        from _session_starts
    ),

    _sessions as (
        select *, max(__local_time) over (partition by `bidder`, __window_start) + interval '30 minutes' as __window_end
        from _started
    )

    select
        * except (__local_time, __session_start, __window_start, __window_end),
        __window_start as window_start,
        __window_end as window_end,
        coalesce(__window_end - interval '1 millisecond', `bidtime`) as window_time
    from _sessions
)
