{{ config(materialized='incremental', primary_key='order_id', sequence_field='updated_at', changelog_producer='lookup') }}
select order_id, customer, amount, status, updated_at, kind as _row_kind
from {{ ref('order_events') }}
where batch in ({{ env_var('BATCHES') }})
