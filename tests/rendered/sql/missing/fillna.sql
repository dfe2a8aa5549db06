(
    from flights
    |> set
        `dep_delay` = coalesce(nanvl(`dep_delay`, null), cast(0 as double)),
        `tailnum` = coalesce(`tailnum`, 'unknown')
)
