{# The rows of flight_status that are not the newest delivered event of their flight, and the newest events that are missing. #}
with expected as (
    select flight_id, event as status, event_time, tailnum, departed_at, arrived_at
    from (
        select *, row_number() over (partition by flight_id order by event_time desc) as newest
        from {{ source('nyc', 'flight_events') }}
        where delivered_on <= date '{{ var("day") }}'
    )
    where newest = 1
),
actual as (
    select flight_id, status, event_time, tailnum, departed_at, arrived_at from {{ ref('flight_status') }}
)
(select 'missing' as problem, * from expected except all select 'missing', * from actual)
union all
(select 'unexpected', * from actual except all select 'unexpected', * from expected)
