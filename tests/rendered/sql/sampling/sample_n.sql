(
    select * except (__place)
    from (
        select *, struct(pmod(xxhash64(string(`flight_id`), 42), 1000000000), xxhash64(*)) as __place
        from flights
    )
    order by __place
    limit 100
)
