(
    select *
    from flights
    where pmod(xxhash64(if(string(`carrier`) = '-0.0', '0.0', string(`carrier`)), if(string(`flight`) = '-0.0', '0.0', string(`flight`)), 42), 1000000000) between 800000000 and 999999999
)
