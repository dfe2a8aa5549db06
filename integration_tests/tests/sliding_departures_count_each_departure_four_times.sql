with expected as (
    select origin, start as window_start, count(*) as departures, max(dep_delay) as worst_delay
    from {{ source('nyc', 'flights') }}
    lateral view explode(sequence(
        timestamp_seconds(unix_seconds(departed_at) div 900 * 900 - 2700),
        timestamp_seconds(unix_seconds(departed_at) div 900 * 900),
        interval 15 minutes
    )) as start
    where departed_at is not null
    group by 1, 2
),
actual as (
    select origin, cast(window_start as timestamp) as window_start, departures, worst_delay
    from {{ ref('sliding_departures') }}
)
(select * from expected except all select * from actual)
union all
(select * from actual except all select * from expected)
