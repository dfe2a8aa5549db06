select *
from {{ tablestore.window_aggregate(
    source('nyc', 'flights'),
    window={'type': 'hop', 'time_column': 'departed_at', 'slide': '15 minutes', 'size': '1 hour'},
    group_by='origin',
    aggregates={'departures': 'count(*)', 'worst_delay': 'max(dep_delay)'}
) }}
