/*
    A materialized view: each run refreshes the groups whose orders have changed. It can do so because orders writes
    its changes to a changelog (changelog_producer='lookup').
*/

{{ config(materialized='materialized_view') }}

select status, count(*) as orders, sum(amount) as total
from {{ ref('orders') }}
group by status
