(
    select *
    from flights
    where pmod(xxhash64(string(`flight_id`), 42), 1000000000) < 100000000
)
