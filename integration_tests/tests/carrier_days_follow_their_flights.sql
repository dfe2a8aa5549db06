with expected as (
    select carrier, flight_date, count(*) as flights, count_if(status = 'cancelled') as cancellations
    from {{ ref('flight_status') }}
    group by carrier, flight_date
)
(select * from expected except all select * from {{ ref('carrier_days') }} where flights > 0)
union all
(select * from {{ ref('carrier_days') }} where flights > 0 except all select * from expected)
