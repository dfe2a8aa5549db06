(
    select
        * except (__local_time, __window),
        __window.start as window_start,
        __window.end as window_end,
        coalesce(__window.end - interval '1 millisecond', (to_timestamp(bidtime))) as window_time
    from (
        select *, window(__local_time, '10 minutes') as __window
        from (
            select *, coalesce(cast((to_timestamp(bidtime)) as timestamp_ntz), timestamp_ntz'1970-01-01') as __local_time
            from bid
            where (to_timestamp(bidtime)) is not null
              and (typeof((to_timestamp(bidtime))) in ('timestamp', 'timestamp_ntz') or cast((to_timestamp(bidtime)) as timestamp_ntz) is not null)
        )
    )
)
