{#
  The feed of flight events: scheduled (a day before), departed, arrived, cancelled. Each event contains what is known of
  the flight at that time. As in real feeds, one event in seven is delivered one to three days late, and one in twenty is
  delivered again on the next day. The data does not contain the time of a cancellation; it is assumed to be up to three
  hours before the departure.
#}
{% macro flight_events_query(flights) %}
with events as (
    select
        f.*,
        e.event,
        e.event_time,
        pmod(xxhash64(f.flight_id, e.event, 'delay'), 100) as delay_draw,
        pmod(xxhash64(f.flight_id, e.event, 'again'), 100) as again_draw
    from {{ flights }} f
    lateral view inline(array(
        named_struct('event', 'scheduled', 'event_time', f.scheduled_departure - interval 1 day),
        named_struct('event', 'departed', 'event_time', f.departed_at),
        named_struct('event', 'arrived', 'event_time', f.arrived_at),
        named_struct('event', 'cancelled', 'event_time', if(
            f.departed_at is null,
            f.scheduled_departure - make_dt_interval(0, 0, pmod(xxhash64(f.flight_id, 'cancelled'), 180)),
            null
        ))
    )) e
    where e.event_time is not null
)
select
    flight_id,
    event,
    event_time,
    flight_date,
    carrier,
    origin,
    dest,
    if(event = 'scheduled', null, tailnum) as tailnum,
    scheduled_departure,
    if(event in ('departed', 'arrived'), departed_at, null) as departed_at,
    if(event = 'arrived', arrived_at, null) as arrived_at,
    date_add(
        cast(event_time as date),
        case when delay_draw < 85 then 0 when delay_draw < 95 then 1 when delay_draw < 99 then 2 else 3 end + again
    ) as delivered_on
from events
lateral view explode(if(again_draw < 5, array(0, 1), array(0))) as again
sort by delivered_on
{% endmacro %}
