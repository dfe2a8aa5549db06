{{ config(
    materialized='incremental',
    primary_key='name',
    merge_engine='aggregation',
    default_aggregate_function='sum'
) }}

select name, 1 as bad_days, cancellations, _row_kind
from {{ tablestore.changelog(ref('bad_days')) }}
