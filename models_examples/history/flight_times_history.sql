{{ config(
    materialized='incremental',
    primary_key='flight_id',
    scd_type=2,
    merge_engine='partial-update',
    fields={
        'departure_reported_at': {'sequence_group': 'departed_at'},
        'arrival_reported_at': {'sequence_group': 'arrived_at'}
    }
) }}

{% set delivered = "delivered_on " ~ ("=" if is_incremental() else "<=") ~ " date '" ~ var("day") ~ "'" %}

select
    flight_id,
    reported_at as departure_reported_at,
    departed_at,
    cast(null as timestamp) as arrival_reported_at,
    cast(null as timestamp) as arrived_at
from {{ source('nyc', 'departure_reports') }}
where {{ delivered }}
union all
select flight_id, null, null, reported_at, arrived_at
from {{ source('nyc', 'arrival_reports') }}
where {{ delivered }}
