(
    select *
    from flights
    where int(`dep_delay` is not null)
        + int(`arr_delay` is not null)
        + int(`air_time` is not null) >= 2
)
