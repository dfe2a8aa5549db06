with expected as (
    select airline, sum(departures) as departures, max(minutes_late / departures) as worst_route
    from {{ ref('route_delays') }}
    group by airline
)
(select * from expected except all select airline, departures, worst_route from {{ ref('airline_delays') }})
union all
(select airline, departures, worst_route from {{ ref('airline_delays') }} except all select * from expected)
