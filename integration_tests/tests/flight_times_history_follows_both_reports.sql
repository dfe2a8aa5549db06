with reports as (
    select flight_id, reported_at, departed_at, cast(null as timestamp) as arrived_at
    from {{ source('nyc', 'departure_reports') }}
    where delivered_on <= date '{{ var("day") }}'
    union all
    select flight_id, reported_at, null, arrived_at
    from {{ source('nyc', 'arrival_reports') }}
    where delivered_on <= date '{{ var("day") }}'
),
known as (
    select distinct
        flight_id,
        reported_at,
        last(departed_at, true) over so_far as departed_at,
        last(arrived_at, true) over so_far as arrived_at
    from reports
    window so_far as (partition by flight_id order by reported_at range unbounded preceding)
),
compared as (
    select
        *,
        struct(departed_at, arrived_at) is distinct from lag(struct(departed_at, arrived_at)) over (
            partition by flight_id order by reported_at
        ) as is_new
    from known
),
expected as (
    select
        flight_id,
        departed_at,
        arrived_at,
        reported_at as dbt_valid_from,
        lead(reported_at) over (partition by flight_id order by reported_at) as dbt_valid_to
    from compared
    where is_new
),
found as (
    select flight_id, departed_at, arrived_at, dbt_valid_from, dbt_valid_to
    from {{ ref('flight_times_history') }}
)
(select * from expected except all select * from found)
union all
(select * from found except all select * from expected)
