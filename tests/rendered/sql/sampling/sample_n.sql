(
    select * except (__sort_key)
    from (
        select *, struct(pmod(xxhash64(if(string(`flight_id`) = '-0.0', '0.0', string(`flight_id`)), 42), 1000000000), xxhash64(*)) as __sort_key
        from flights
    )
    order by __sort_key
    limit 100
)
