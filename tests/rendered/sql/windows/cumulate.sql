(
    with _sliced as (
        select * except (__longest), __longest.start as __window_start, __longest.end as __last_end
        from (
            select *, window(__local_time, '10 minutes') as __longest
            from (
                select *, window(__local_time, '2 minutes').end as __slice_end
                from (
                    select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as __local_time
                    from bid
                    where `bidtime` is not null
                      and (typeof(`bidtime`) in ('timestamp', 'timestamp_ntz') or cast(`bidtime` as timestamp_ntz) is not null)
                )
            )
        )
    ),

    _windowed as (
        select *, explode(sequence(__slice_end, __last_end, interval '2 minutes')) as __window_end
        from _sliced
    )

    select
        * except (__local_time, __slice_end, __window_start, __last_end, __window_end),
        __window_start as window_start,
        __window_end as window_end,
        coalesce(__window_end - interval '1 millisecond', `bidtime`) as window_time
    from _windowed
)
