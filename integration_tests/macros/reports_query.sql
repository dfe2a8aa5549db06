{#
  The reports of one of two sources about a flight, its departures or its arrivals: first the time rounded down to five
  minutes, and half an hour later the exact time, with the time that it `corrects`. One report in ten is delivered a day
  late, often after its correction.
#}
{% macro reports_query(flights, moment) %}
{% set rounded = 'timestamp_seconds(unix_seconds(f.' ~ moment ~ ') div 300 * 300)' %}
select
    f.flight_id,
    f.carrier,
    f.flight_date,
    f.scheduled_departure,
    r.reported_at,
    r.{{ moment }},
    r.corrects,
    date_add(
        cast(r.reported_at as date),
        if(pmod(xxhash64(f.flight_id, r.reported_at, '{{ moment }}'), 100) < 10, 1, 0)
    ) as delivered_on
from {{ flights }} f
lateral view inline(array(
    named_struct('reported_at', f.{{ moment }}, '{{ moment }}', {{ rounded }}, 'corrects', null),
    named_struct('reported_at', f.{{ moment }} + interval 30 minutes, '{{ moment }}', f.{{ moment }}, 'corrects', {{ rounded }})
)) r
where f.{{ moment }} is not null
sort by delivered_on
{% endmacro %}
