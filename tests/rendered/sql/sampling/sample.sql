(
    select *
    from flights
    where pmod(xxhash64(if(string(`flight_id`) = '-0.0', '0.0', string(`flight_id`)), 42), 1000000000) < 100000000
)
