with events as (
    select distinct flight_id, event, event_time
    from {{ source('nyc', 'flight_events') }}
    where delivered_on <= date '{{ var("day") }}'
),
expected as (
    select
        flight_id,
        event as status,
        event_time as dbt_valid_from,
        lead(event_time) over (partition by flight_id order by event_time) as dbt_valid_to
    from events
),
found as (
    select flight_id, status, dbt_valid_from, dbt_valid_to
    from {{ ref('flight_history') }}
    where dbt_system_to is null
)
(select * from expected except all select * from found)
union all
(select * from found except all select * from expected)
