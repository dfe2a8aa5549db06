with departures as (
    select flight_id, max(reported_at) as departure_reported_at, max_by(departed_at, reported_at) as departed_at
    from {{ source('nyc', 'departure_reports') }}
    where delivered_on <= date '{{ var("day") }}'
    group by flight_id
),
arrivals as (
    select flight_id, max(reported_at) as arrival_reported_at, max_by(arrived_at, reported_at) as arrived_at
    from {{ source('nyc', 'arrival_reports') }}
    where delivered_on <= date '{{ var("day") }}'
    group by flight_id
),
expected as (
    select flight_id, departure_reported_at, departed_at, arrival_reported_at, arrived_at
    from departures full join arrivals using (flight_id)
)
(select * from expected except all select * from {{ ref('flight_times') }})
union all
(select * from {{ ref('flight_times') }} except all select * from expected)
