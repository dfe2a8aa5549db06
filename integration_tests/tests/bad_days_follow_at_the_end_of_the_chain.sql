with days as (
    select carrier, flight_date, count_if(status = 'cancelled') as cancellations
    from {{ ref('flight_status') }}
    group by carrier, flight_date
    having cancellations > 2
),
expected as (
    select name, count(*) as bad_days, sum(cancellations) as cancellations
    from days
    join {{ source('nyc', 'airlines') }} using (carrier)
    group by name
)
(select * from expected except all select * from {{ ref('bad_days_per_airline') }} where bad_days > 0)
union all
(select * from {{ ref('bad_days_per_airline') }} where bad_days > 0 except all select * from expected)
