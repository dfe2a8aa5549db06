{{ config(materialized='incremental', primary_key=['order_id', 'shipment_id']) }}
select order_id, shipment_id, customer, amount, carrier, _row_kind, _commit
from {{ tablestore.changelog_join(ref('orders'), ref('shipments'), on='order_id') }}
