{#
  What one of two sources reports of a flight: its departure or its arrival, first rounded down to five minutes, half an
  hour later exactly. One report in ten is delivered a day late, often after the one that corrects it.
#}
{% macro reports_query(flights, moment) %}
select
    f.flight_id,
    r.reported_at,
    r.{{ moment }},
    date_add(
        cast(r.reported_at as date),
        if(pmod(xxhash64(f.flight_id, r.reported_at, '{{ moment }}'), 100) < 10, 1, 0)
    ) as delivered_on
from {{ flights }} f
lateral view inline(array(
    named_struct('reported_at', f.{{ moment }}, '{{ moment }}', timestamp_seconds(unix_seconds(f.{{ moment }}) div 300 * 300)),
    named_struct('reported_at', f.{{ moment }} + interval 30 minutes, '{{ moment }}', f.{{ moment }})
)) r
where f.{{ moment }} is not null
sort by delivered_on
{% endmacro %}
