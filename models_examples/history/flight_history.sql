{{ config(
    materialized='incremental',
    primary_key='flight_id',
    scd_type=2,
    sequence_field='event_time',
    system_time=true
) }}

select flight_id, event as status, departed_at, arrived_at, event_time
from {{ source('nyc', 'flight_events') }}
where delivered_on {{ '=' if is_incremental() else '<=' }} date '{{ var("day") }}'
