(
    select * except (`__rank`)
    from (
        select
            *,
            row_number() over (partition by `carrier` order by `dep_delay` desc nulls last, `flight_id`) as `__rank`
        from flights
    )
    where `__rank` <= 3
)
