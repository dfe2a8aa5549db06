{{ config(materialized='materialized_view') }}

select
    airlines.name as airline,
    flights.origin,
    airports.name as destination,
    weather.precip > 0 as rain,
    count(*) as departures,
    sum(timestampdiff(minute, flights.scheduled_departure, flights.departed_at)) as minutes_late
from {{ ref('flight_status') }} as flights
join {{ source('nyc', 'airlines') }} as airlines
    on airlines.carrier = flights.carrier
left join {{ source('nyc', 'airports') }} as airports
    on airports.faa = flights.dest
left join {{ source('nyc', 'weather') }} as weather
    on weather.origin = flights.origin
    and weather.time_hour = date_trunc('hour', flights.scheduled_departure)
where flights.departed_at is not null
group by airlines.name, flights.origin, airports.name, weather.precip > 0
