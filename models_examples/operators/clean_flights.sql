{% set complete = tablestore.dropna(source('nyc', 'flights'), columns=['tailnum', 'departed_at', 'arr_delay']) %}
{% set one_code = tablestore.replace(complete, {'carrier': {'EV': '9E', 'MQ': '9E'}}) %}

select flight_id, carrier, origin, dest, distance, dep_delay, air_time, arr_delay
from {{ tablestore.fillna(one_code, {'air_time': 0}) }}
