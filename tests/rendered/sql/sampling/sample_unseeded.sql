(
    select *
    from flights
    where rand() < 0.1
)
