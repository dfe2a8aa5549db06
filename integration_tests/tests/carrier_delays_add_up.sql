with expected as (
    select
        carrier,
        flight_date,
        count_if(corrects is null) as departures,
        sum(timestampdiff(minute, coalesce(corrects, scheduled_departure), departed_at)) as minutes_late
    from {{ source('nyc', 'departure_reports') }}
    where delivered_on <= date '{{ var("day") }}'
    group by carrier, flight_date
)
(select * from expected except all select * from {{ ref('carrier_delays') }})
union all
(select * from {{ ref('carrier_delays') }} except all select * from expected)
