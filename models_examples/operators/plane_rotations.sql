{% set flown = "select * from " ~ source('nyc', 'flights') ~ " where tailnum is not null and departed_at is not null" %}

select
    tailnum,
    window_start as first_departure,
    count(*) as departures,
    array_join(array_sort(collect_list(struct(departed_at, origin || '-' || dest))).col2, ', ') as legs
from {{ tablestore.session(flown, 'departed_at', gap='12 hours', partition_by='tailnum') }}
group by tailnum, window_start, window_end
