{{ config(
    materialized='incremental',
    primary_key='flight_id',
    sequence_field='reported_at',
    changelog_producer='lookup'
) }}

select flight_id, arrived_at, reported_at
from {{ source('nyc', 'arrival_reports') }}
where delivered_on {{ '=' if is_incremental() else '<=' }} date '{{ var("day") }}'
