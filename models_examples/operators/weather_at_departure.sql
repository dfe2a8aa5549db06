with departures as (
    select flight_id, origin, departed_at, dep_delay from {{ source('nyc', 'flights') }} where departed_at is not null
),
observations as (
    select origin, time_hour, wind_speed, precip, visib from {{ source('nyc', 'weather') }}
)
select *
from {{ tablestore.as_of_join(
    'departures', 'observations', on='origin', left_time='departed_at', right_time='time_hour', tolerance='3 hours'
) }}
