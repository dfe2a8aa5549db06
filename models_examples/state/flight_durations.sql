{{ config(materialized='incremental', primary_key='flight_id', changelog_producer='lookup') }}

select
    flight_id,
    carrier,
    departed_at,
    arrived_at,
    timestampdiff(minute, departed_at, arrived_at) as minutes,
    _row_kind,
    _commit
from {{ tablestore.changelog_join(
    ref('departures'),
    ref('arrivals'),
    on='flight_id',
    columns=['arrived_at'],
    aliases=['d', 'a'],
    hint=tablestore.hint('STATE_TTL', {'d': '36 h', 'a': '36 h'})
) }}
