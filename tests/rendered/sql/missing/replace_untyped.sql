(
    from flights
    |> set
        `month` = case
            when from_json('{"v": 1}', 'v ' || typeof(`month`)).v is null or typeof(`month`) = 'string' then raise_error(concat('replace: `month` is ', typeof(`month`), ', which does not take 1; write a value of its type, or leave the column out'))
            when from_json('{"v": 2}', 'v ' || typeof(`month`)).v is null or typeof(`month`) = 'string' then raise_error(concat('replace: `month` is ', typeof(`month`), ', which does not take 2; write a value of its type, or leave the column out'))
            when `month` = from_json('{"v": 1}', 'v ' || typeof(`month`)).v then from_json('{"v": 2}', 'v ' || typeof(`month`)).v
            when `month` = from_json('{"v": 2}', 'v ' || typeof(`month`)).v then from_json('{"v": 1}', 'v ' || typeof(`month`)).v
            else `month`
        end
)
