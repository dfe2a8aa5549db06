select carrier, place, flight_id, dep_delay
from {{ tablestore.topn(
    source('nyc', 'flights'), 3, partition_by='carrier', order_by=['dep_delay desc nulls last', 'flight_id'], rank_column='place'
) }}
where dep_delay is not null
