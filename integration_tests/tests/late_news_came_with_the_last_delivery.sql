{# Before its first run, the history told nothing. #}
with begun as (
    select min(dbt_system_from) <= timestamp '{{ var("day") }}' as has_told from {{ ref('flight_history') }}
),
told as (
    select
        flight_id,
        max_by(event, event_time) filter (where has_told and delivered_on < date '{{ var("day") }}') as told_before,
        max_by(event, event_time) as status
    from {{ source('nyc', 'flight_events') }}, begun
    where delivered_on <= date '{{ var("day") }}' and event_time <= timestamp '{{ var("day") }}'
    group by flight_id
),
expected as (
    select flight_id, told_before, status from told where told_before is distinct from status
)
(select * from expected except all select * from {{ ref('late_news') }})
union all
(select * from {{ ref('late_news') }} except all select * from expected)
