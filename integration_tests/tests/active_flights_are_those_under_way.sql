{# The active flights are exactly the flights that are scheduled or departed in flight_status. #}
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
