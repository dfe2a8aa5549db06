{% set midnight = "timestamp '" ~ var("day") ~ "'" %}

select
    now.flight_id,
    before.status as told_before,
    now.status
from {{ tablestore.as_of(ref('flight_history'), midnight) }} as now
left join {{ tablestore.as_of(ref('flight_history'), midnight, system_time=midnight) }} as before
    on before.flight_id = now.flight_id
where before.status is distinct from now.status
