{{ config(materialized='incremental', primary_key=['carrier', 'flight_date'], changelog_producer='lookup') }}

select carrier, name, flight_date, flights, cancellations, _row_kind, _commit
from {{ tablestore.changelog(ref('carrier_days')) }}
join {{ source('nyc', 'airlines') }} using (carrier)
where cancellations > 2
