{# Observations are made at full hours, so a join on the hour finds them. #}
with flights as (
    select
        flight_id, origin, departed_at,
        explode(sequence(date_trunc('hour', departed_at - interval 3 hours), departed_at, interval 1 hour)) as hour
    from {{ source('nyc', 'flights') }}
    where departed_at is not null
),
expected as (
    select f.flight_id, max(w.time_hour) as time_hour
    from flights f
    left join {{ source('nyc', 'weather') }} w
        on w.origin = f.origin and w.time_hour = f.hour and w.time_hour >= f.departed_at - interval 3 hours
    group by f.flight_id
),
actual as (
    select flight_id, time_hour from {{ ref('weather_at_departure') }}
)
(select * from expected except all select * from actual)
union all
(select * from actual except all select * from expected)
