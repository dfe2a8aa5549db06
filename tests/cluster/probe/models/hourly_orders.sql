select window_start, count(*) as orders, sum(amount) as total
from {{ tablestore.tumble(ref('orders'), 'updated_at', '1 hour') }}
group by window_start
