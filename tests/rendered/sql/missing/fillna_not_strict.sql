(
    from flights
    |> set
        `dep_delay` = if(
            substring_index(typeof(`dep_delay`), '(', 1) in ('tinyint', 'smallint', 'int', 'bigint', 'decimal', 'float', 'double'),
            coalesce(
                `dep_delay`,
                from_json('{"v": 0}', 'v ' || typeof(`dep_delay`), map('mode', 'FAILFAST')).v
            ),
            `dep_delay`
        ),
        `tailnum` = if(
            substring_index(typeof(`tailnum`), '(', 1) in ('tinyint', 'smallint', 'int', 'bigint', 'decimal', 'float', 'double'),
            coalesce(
                `tailnum`,
                from_json('{"v": 0}', 'v ' || typeof(`tailnum`), map('mode', 'FAILFAST')).v
            ),
            `tailnum`
        )
)
