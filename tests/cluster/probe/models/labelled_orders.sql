{{ config(materialized='table', tags='function') }}
select order_id, {{ function('label') }}(customer, status) as label
from {{ ref('orders') }}
