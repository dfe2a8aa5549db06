(
    from flights
    |> set
        `dep_delay` = case
          when from_json('{"v": 0}', 'v ' || typeof(`dep_delay`)).v is null or typeof(`dep_delay`) = 'string' then raise_error(concat('fillna: `dep_delay` is ', typeof(`dep_delay`), ', which does not take 0; write a value of its type, or leave the column out'))
          else coalesce(nullif(`dep_delay`, from_json('{"v": "NaN"}', 'v ' || typeof(`dep_delay`)).v), from_json('{"v": 0}', 'v ' || typeof(`dep_delay`)).v)
        end,
        `tailnum` = case
          when from_json('{"v": "unknown"}', 'v ' || typeof(`tailnum`)).v is null then raise_error(concat('fillna: `tailnum` is ', typeof(`tailnum`), ', which does not take "unknown"; write a value of its type, or leave the column out'))
          else coalesce(`tailnum`, from_json('{"v": "unknown"}', 'v ' || typeof(`tailnum`)).v)
        end
)
