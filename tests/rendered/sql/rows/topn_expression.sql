(
    select * except (`__rank`)
    from (
        select
            *,
            row_number() over (partition by `carrier` order by (id % 10) desc, (coalesce(a, b)) nulls last, `my ts`) as `__rank`
        from flights
    )
    where `__rank` <= 3
)
