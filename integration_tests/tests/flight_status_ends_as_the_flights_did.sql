{# A flight whose events are all delivered (at most three days late, and repeated a day later) equals the source of all flights. #}
select f.flight_id, s.status, s.departed_at, s.arrived_at
from {{ source('nyc', 'flights') }} f
left join {{ ref('flight_status') }} s on s.flight_id = f.flight_id
where f.flight_date <= date_sub(date '{{ var("day") }}', 7)
  and not (
    s.status <=> case
        when f.departed_at is null then 'cancelled'
        when f.arrived_at is null then 'departed'
        else 'arrived'
    end
    and s.departed_at <=> f.departed_at
    and s.arrived_at <=> f.arrived_at
  )
