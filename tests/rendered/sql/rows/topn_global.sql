(
    select *
    from (
        select
            *,
            rank() over (order by `dep_delay` desc) as `place`
        from flights
    )
    where `place` <= 10
)
