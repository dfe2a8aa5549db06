{{ config(materialized='incremental', primary_key='flight_id') }}

select
    flight_id,
    carrier,
    origin,
    dest,
    status,
    coalesce(departed_at, scheduled_departure) as leaves_or_left_at,
    case when status in ('arrived', 'cancelled') then '-D' else '+I' end as _row_kind
from {{ ref('flight_status') }}
where delivered_on {{ '=' if is_incremental() else '<=' }} date '{{ var("day") }}'
