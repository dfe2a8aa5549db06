(
    select *
    from flights
    where pmod(xxhash64(*, 42), 1000000000) < 100000000
)
