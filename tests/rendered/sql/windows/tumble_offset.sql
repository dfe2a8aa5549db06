(
    select
        * except (__local_time, __window),
        __window.start as window_start,
        __window.end as window_end,
        coalesce(__window.end - interval '1 millisecond', `bidtime`) as window_time
    from (
        select *, window(__local_time, '1 day', '1 day', '8 hours') as __window
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as __local_time
            from bid
            where `bidtime` is not null
              and (typeof(`bidtime`) in ('timestamp', 'timestamp_ntz') or cast(`bidtime` as timestamp_ntz) is not null)
        )
    )
)
