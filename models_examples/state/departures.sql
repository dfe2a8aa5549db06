{{ config(
    materialized='incremental',
    primary_key='flight_id',
    sequence_field='reported_at',
    changelog_producer='lookup'
) }}

select flight_id, carrier, departed_at, reported_at
from {{ source('nyc', 'departure_reports') }}
where delivered_on {{ '=' if is_incremental() else '<=' }} date '{{ var("day") }}'
