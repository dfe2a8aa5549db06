(
    from flights
    |> set
        `month` = case
            when `month` = from_json('{"v": 1}', 'v ' || replace(typeof(`month`), 'string', 'string takes text only'), map('mode', 'FAILFAST')).v then from_json('{"v": 2}', 'v ' || replace(typeof(`month`), 'string', 'string takes text only'), map('mode', 'FAILFAST')).v
            when `month` = from_json('{"v": 2}', 'v ' || replace(typeof(`month`), 'string', 'string takes text only'), map('mode', 'FAILFAST')).v then from_json('{"v": 1}', 'v ' || replace(typeof(`month`), 'string', 'string takes text only'), map('mode', 'FAILFAST')).v
            else `month`
        end
)
