with expected as (
    select carrier, count(*) as flights, min(minutes) as shortest, max(minutes) as longest, avg(minutes) as mean
    from {{ ref('flight_durations') }}
    group by carrier
)
(select * from expected except all select * from {{ ref('carrier_durations') }})
union all
(select * from {{ ref('carrier_durations') }} except all select * from expected)
