{# The bands computed with CASE, and the trimmed mean computed with ranks. #}
with flights as (
    select
        carrier, dep_delay,
        case when dep_delay < 0 then 'early' when dep_delay <= 15 then 'on time' when dep_delay <= 120 then 'late'
             else 'very late' end as band
    from {{ source('nyc', 'flights') }}
    where dep_delay is not null
), ranked as (
    select
        *,
        row_number() over (partition by carrier, band order by dep_delay) as place,
        count(*) over (partition by carrier, band) as departures
    from flights
), expected as (
    select
        carrier, band, max(departures) as departures,
        avg(case when place > departures div 10 and place <= departures - departures div 10 then dep_delay end) as typical
    from ranked
    group by carrier, band
)
select *
from expected
full join {{ ref('delays_in_words') }} as found using (carrier, band)
where not (expected.departures <=> found.departures and round(typical, 6) <=> round(typical_delay, 6))
