with expected as (
    select carrier, origin, count(*) as departures, sum(timestampdiff(minute, scheduled_departure, departed_at)) as minutes_late
    from {{ ref('flight_status') }}
    where departed_at is not null
    group by carrier, origin
),
found as (
    select carrier, origin, sum(departures), sum(minutes_late)
    from {{ ref('route_delays') }} join {{ source('nyc', 'airlines') }} as airlines on airlines.name = airline
    group by carrier, origin
)
(select * from expected except all select * from found)
union all
(select * from found except all select * from expected)
