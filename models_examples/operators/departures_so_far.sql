select carrier, window_start as day, window_end as until, count(*) as departures
from {{ tablestore.cumulate(source('nyc', 'flights'), 'departed_at', step='6 hours', size='1 day') }}
group by carrier, window_start, window_end
