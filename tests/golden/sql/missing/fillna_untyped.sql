(
    from flights
    |> set
        `dep_delay` = coalesce(if(typeof(`dep_delay`) in ('float', 'double') and string(`dep_delay`) = 'NaN', null, `dep_delay`), from_json('{"v": 0}', 'v ' || typeof(`dep_delay`), map('mode', 'FAILFAST')).v),
        `tailnum` = coalesce(`tailnum`, from_json('{"v": "unknown"}', 'v ' || typeof(`tailnum`), map('mode', 'FAILFAST')).v)
)
