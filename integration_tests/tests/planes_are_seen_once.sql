with expected as (
    select
        tailnum,
        min_by(flight_id, struct(delivered_on, event_time, flight_id)) as first_flight_id,
        min(delivered_on) as first_seen_on
    from {{ source('nyc', 'flight_events') }}
    where delivered_on <= date '{{ var("day") }}' and tailnum is not null
    group by tailnum
)
(select * from expected except all select * from {{ ref('plane_first_seen') }})
union all
(select * from {{ ref('plane_first_seen') }} except all select * from expected)
