with expected as (
    select f.flight_id, max(w.time_hour) as time_hour
    from {{ source('nyc', 'flights') }} f
    left join {{ source('nyc', 'weather') }} w
        on w.origin = f.origin and w.time_hour between f.departed_at - interval 3 hours and f.departed_at
    where f.departed_at is not null
    group by f.flight_id
),
actual as (
    select flight_id, time_hour from {{ ref('weather_at_departure') }}
)
(select * from expected except all select * from actual)
union all
(select * from actual except all select * from expected)
