select * from {{ tablestore.split(ref('clean_flights'), {'train': 8, 'test': 2}, seed=7, key='flight_id').test }}
