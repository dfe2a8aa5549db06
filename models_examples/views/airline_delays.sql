{{ config(materialized='materialized_view') }}

select
    airline,
    sum(departures) as departures,
    sum(minutes_late) / sum(departures) as mean_minutes_late,
    sum(minutes_late) filter (where rain) / sum(departures) filter (where rain) as mean_minutes_late_in_rain,
    max(minutes_late / departures) as worst_route
from {{ ref('route_delays') }}
group by airline
