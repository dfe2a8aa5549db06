{{ config(materialized='table') }}
select
    carrier,
    {{ function('delay_band') }}(dep_delay) as band,
    count(*) as departures,
    {{ function('trimmed_mean') }}(dep_delay) as typical_delay
from {{ source('nyc', 'flights') }}
where dep_delay is not null
group by 1, 2
