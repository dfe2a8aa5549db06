{{ config(
    materialized='incremental',
    primary_key=['carrier', 'flight_date'],
    merge_engine='aggregation',
    default_aggregate_function='sum'
) }}

with reports as (
    select
        carrier,
        flight_date,
        timestampdiff(minute, scheduled_departure, departed_at) as minutes_late,
        timestampdiff(minute, scheduled_departure, corrects) as minutes_late_before
    from {{ source('nyc', 'departure_reports') }}
    where delivered_on {{ '=' if is_incremental() else '<=' }} date '{{ var("day") }}'
)
select carrier, flight_date, 1 as departures, minutes_late, '+U' as _row_kind
from reports
union all
select carrier, flight_date, 1, minutes_late_before, '-U'
from reports
where minutes_late_before is not null
