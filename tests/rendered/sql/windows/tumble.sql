(
    select
        * except (_time, _window),
        _window.start as window_start,
        _window.end as window_end,
        coalesce(_window.end - interval '1 millisecond', `bidtime`) as window_time
    from (
        select *, window(_time, '10 minutes') as _window
        from (
            select *, coalesce(cast(`bidtime` as timestamp_ntz), timestamp_ntz'1970-01-01') as _time
            from bid
            where `bidtime` is not null
        )
    )
)
