{{ config(materialized='incremental', primary_key='customer', merge_engine='aggregation',
          fields={'total': {'aggregate_function': 'sum'}, 'orders': {'aggregate_function': 'sum'}}) }}
select customer, amount as total, 1 as orders, _row_kind
from {{ tablestore.changelog(ref('orders')) }}
