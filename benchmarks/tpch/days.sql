select month, max(revenue) as best_day, min(revenue) as worst_day, sum(lines) as lines
from (
  select trunc(l_shipdate, 'month') as month, l_shipdate, sum(l_extendedprice * (1 - l_discount)) as revenue,
    count(*) as lines
  from {{ ref('lineitem') }}
  group by l_shipdate
)
group by month
