(
    from flights
    |> set
        `dep_delay` = if(
            substring_index(typeof(`dep_delay`), '(', 1) in ('tinyint', 'smallint', 'int', 'bigint', 'decimal', 'float', 'double'),
            case
              when from_json('{"v": 0}', 'v ' || typeof(`dep_delay`)).v is null or typeof(`dep_delay`) = 'string' then raise_error(concat('fillna: `dep_delay` is ', typeof(`dep_delay`), ', which does not take 0; write a value of its type, or leave the column out'))
              else coalesce(`dep_delay`, from_json('{"v": 0}', 'v ' || typeof(`dep_delay`)).v)
            end,
            `dep_delay`
        ),
        `tailnum` = if(
            substring_index(typeof(`tailnum`), '(', 1) in ('tinyint', 'smallint', 'int', 'bigint', 'decimal', 'float', 'double'),
            case
              when from_json('{"v": 0}', 'v ' || typeof(`tailnum`)).v is null or typeof(`tailnum`) = 'string' then raise_error(concat('fillna: `tailnum` is ', typeof(`tailnum`), ', which does not take 0; write a value of its type, or leave the column out'))
              else coalesce(`tailnum`, from_json('{"v": 0}', 'v ' || typeof(`tailnum`)).v)
            end,
            `tailnum`
        )
)
