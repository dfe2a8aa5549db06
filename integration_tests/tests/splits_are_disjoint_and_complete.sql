with parts as (
    select flight_id from {{ ref('training_flights') }}
    union all
    select flight_id from {{ ref('test_flights') }}
)
(select * from parts except all select flight_id from {{ ref('clean_flights') }})
union all
(select flight_id from {{ ref('clean_flights') }} except all select * from parts)
