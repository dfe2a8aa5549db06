{# For each flight, the newest pair of reports in which the earlier report was less than 36 hours old when the later one arrived. #}
with reports as (
    select flight_id, _committed_at, departed_at, cast(null as timestamp) as arrived_at
    from {{ tablestore.changelog(ref('departures'), scan='from-commit', commit=1) }}
    where _row_kind in ('+I', '+U')
    union all
    select flight_id, _committed_at, null, arrived_at
    from {{ tablestore.changelog(ref('arrivals'), scan='from-commit', commit=1) }}
    where _row_kind in ('+I', '+U')
),
known as (
    select
        flight_id,
        _committed_at,
        last_value(departed_at, true) over so_far as departed_at,
        last_value(arrived_at, true) over so_far as arrived_at,
        max(if(departed_at is null, null, _committed_at)) over so_far as departure_at,
        max(if(arrived_at is null, null, _committed_at)) over so_far as arrival_at
    from reports
    window so_far as (
        partition by flight_id order by _committed_at range between unbounded preceding and current row
    )
),
expected as (
    select flight_id, inline(array(max_by(struct(departed_at, arrived_at), _committed_at)))
    from known
    where least(departure_at, arrival_at) > _committed_at - interval '36' hour
        and departure_at is not null and arrival_at is not null
    group by flight_id
),
found as (
    select flight_id, departed_at, arrived_at from {{ ref('flight_durations') }}
)
(select * from expected except all select * from found)
union all
(select * from found except all select * from expected)
