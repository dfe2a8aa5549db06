{{ config(materialized='incremental', primary_key='shipment_id', sequence_field='shipped_at', changelog_producer='lookup') }}
select shipment_id, order_id, carrier, shipped_at, kind as _row_kind
from {{ ref('shipment_events') }}
where batch in ({{ env_var('BATCHES') }})
