select origin, window_start, window_end, count(*) as departures, avg(dep_delay) as dep_delay
from {{ tablestore.tumble(source('nyc', 'flights'), 'departed_at', '1 hour') }}
group by origin, window_start, window_end
