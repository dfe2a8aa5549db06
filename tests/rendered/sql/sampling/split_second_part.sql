(
    select *
    from flights
    where pmod(xxhash64(string(`carrier`), string(`flight`), 42), 1000000000) between 800000000 and 999999999
)
