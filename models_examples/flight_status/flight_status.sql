{{ config(
    materialized='incremental',
    primary_key='flight_id',
    sequence_field='event_time',
    changelog_producer='lookup'
) }}

select
    flight_id,
    event as status,
    event_time,
    flight_date,
    carrier,
    origin,
    dest,
    tailnum,
    scheduled_departure,
    departed_at,
    arrived_at,
    delivered_on
from {{ source('nyc', 'flight_events') }}
where delivered_on {{ '=' if is_incremental() else '<=' }} date '{{ var("day") }}'
