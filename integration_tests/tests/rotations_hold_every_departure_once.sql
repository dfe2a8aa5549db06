select tailnum, sum(n)
from (
    select tailnum, departures as n from {{ ref('plane_rotations') }}
    union all
    select tailnum, -1 from {{ source('nyc', 'flights') }} where tailnum is not null and departed_at is not null
)
group by tailnum
having sum(n) != 0
