(
    with _sliced as (
        select *, window(__local_time, '5 minutes').start as __slice_start
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as __local_time
            from bid
            where `bidtime` is not null
              and (typeof(`bidtime`) in ('timestamp', 'timestamp_ntz') or cast(`bidtime` as timestamp_ntz) is not null)
        )
    ),

    _windowed as (
        select *, explode(sequence(__slice_start - interval '5 minutes', __slice_start, interval '5 minutes')) as __window_start
        from _sliced
    )

    select
        * except (__local_time, __slice_start, __window_start),
        __window_start as window_start,
        __window_start + interval '10 minutes' as window_end,
        coalesce(__window_start + interval '599999 milliseconds', `bidtime`) as window_time
    from _windowed
)
