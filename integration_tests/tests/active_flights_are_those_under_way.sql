{# Active is what flight_status calls scheduled or departed, nothing else and nothing less. #}
(
    select flight_id, status from {{ ref('active_flights') }}
    except all
    select flight_id, status from {{ ref('flight_status') }} where status in ('scheduled', 'departed')
)
union all
(
    select flight_id, status from {{ ref('flight_status') }} where status in ('scheduled', 'departed')
    except all
    select flight_id, status from {{ ref('active_flights') }}
)
