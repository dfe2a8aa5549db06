{{ config(materialized='incremental', primary_key='tailnum', merge_engine='first-row') }}

with delivered as (
    select tailnum, flight_id, event_time, delivered_on
    from {{ source('nyc', 'flight_events') }}
    where delivered_on {{ '=' if is_incremental() else '<=' }} date '{{ var("day") }}' and tailnum is not null
)
select tailnum, flight_id as first_flight_id, delivered_on as first_seen_on
from {{ tablestore.deduplicate('delivered', 'tailnum', ['delivered_on', 'event_time', 'flight_id'], keep='first') }}
