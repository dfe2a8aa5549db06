with expected as (
    select origin, date_trunc('hour', departed_at) as window_start, count(*) as departures
    from {{ source('nyc', 'flights') }}
    where departed_at is not null
    group by 1, 2
),
actual as (
    select origin, cast(window_start as timestamp) as window_start, departures from {{ ref('hourly_departures') }}
)
(select * from expected except all select * from actual)
union all
(select * from actual except all select * from expected)
