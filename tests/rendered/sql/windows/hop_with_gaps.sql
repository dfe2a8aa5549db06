(
    with _sliced as (
        select
            *,
            window(__local_time, '10 minutes').start as __slice_start,
            __local_time < window(__local_time, '10 minutes').start + interval '3 minutes' as __in_head
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as __local_time
            from bid
            where `bidtime` is not null
              and (typeof(`bidtime`) in ('timestamp', 'timestamp_ntz') or cast(`bidtime` as timestamp_ntz) is not null)
        )
    ),

    _windowed as (
        select *, __slice_start as __window_start
        from _sliced
        where __in_head
    )

    select
        * except (__local_time, __slice_start, __in_head, __window_start),
        __window_start as window_start,
        __window_start + interval '3 minutes' as window_end,
        coalesce(__window_start + interval '179999 milliseconds', `bidtime`) as window_time
    from _windowed
)
