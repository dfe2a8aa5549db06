{{ config(
    materialized='incremental',
    primary_key=['carrier', 'flight_date'],
    merge_engine='aggregation',
    default_aggregate_function='sum',
    changelog_producer='lookup'
) }}

select
    carrier,
    flight_date,
    1 as flights,
    int(status = 'cancelled') as cancellations,
    _row_kind
from {{ tablestore.changelog(ref('flight_status')) }}
