{{ config(materialized='incremental', primary_key='carrier') }}

select *
from {{ tablestore.changelog_aggregate(
    ref('flight_durations'),
    group_by='carrier',
    aggregates={'flights': 'count(*)', 'shortest': 'min(minutes)', 'longest': 'max(minutes)', 'mean': 'avg(minutes)'}
) }}
