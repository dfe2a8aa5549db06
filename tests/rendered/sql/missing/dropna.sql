(
    select *
    from flights
    where nanvl(`dep_delay`, null) is not null
        and `tailnum` is not null
)
