{#
  The flights with a key, and with timestamps instead of local times. In the data, an arrival is the local time at the
  destination without a date. No flight takes a whole day, so it is the next such time after the departure.
  The session's time zone is UTC (the adapter's default).
#}
{% macro flights_query(until) %}
with departed as (
    select
        f.*,
        f.time_hour + make_dt_interval(0, 0, f.minute) as scheduled_departure,
        f.time_hour + make_dt_interval(0, 0, f.minute + f.dep_delay) as departed_at,
        {# four airports in the Caribbean are not in the list of airports #}
        coalesce(a.tzone, 'America/Puerto_Rico') as tzone
    from landed_flights f
    left join landed_airports a on a.faa = f.dest
    where make_date(f.year, f.month, f.day) <= date '{{ until }}'
),
clocks as (
    select
        *,
        hour(from_utc_timestamp(departed_at, tzone)) * 60 + minute(from_utc_timestamp(departed_at, tzone)) as departed_clock,
        arr_time div 100 * 60 + arr_time % 100 as arrived_clock
    from departed
)
select
    concat(carrier, flight, '-', origin, '-', date_format(make_date(year, month, day), 'yyyyMMdd')) as flight_id,
    make_date(year, month, day) as flight_date,
    carrier,
    flight,
    tailnum,
    origin,
    dest,
    scheduled_departure,
    departed_at,
    departed_at + make_dt_interval(0, 0, pmod(arrived_clock - departed_clock, 1440)) as arrived_at,
    dep_delay,
    arr_delay,
    air_time,
    distance
from clocks
{% endmacro %}
