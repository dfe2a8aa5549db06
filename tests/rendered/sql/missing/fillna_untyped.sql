(
    from flights
    |> set
        `dep_delay` = coalesce(
            nullif(`dep_delay`, from_json('{"v": "NaN"}', 'v ' || typeof(`dep_delay`)).v),
            from_json('{"v": 0}', 'v ' || replace(typeof(`dep_delay`), 'string', 'string takes text only'), map('mode', 'FAILFAST')).v
        ),
        `tailnum` = coalesce(
            `tailnum`,
            from_json('{"v": "unknown"}', 'v ' || typeof(`tailnum`), map('mode', 'FAILFAST')).v
        )
)
