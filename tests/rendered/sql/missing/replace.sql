(
    from flights
    |> set
        `tailnum` = case
            when `tailnum` = 'N/A' then null
            when `tailnum` is null then 'unknown'
            else `tailnum`
        end
)
