/*
    A keyed model: its table has one row per order_id, the one with the greatest updated_at. Its SELECT returns what
    has arrived since the last run, in any order.

    Change a row below, or add one, and run it again: the log says how many rows were inserted, updated or late.
*/

{{ config(
    materialized='incremental',
    primary_key='order_id',
    sequence_field='updated_at',
    changelog_producer='lookup'
) }}

select * from values
    (1, 'new',  20.00, timestamp'2024-01-01 10:00:00'),
    (1, 'paid', 20.00, timestamp'2024-01-01 12:00:00'),
    (2, 'new',  35.50, timestamp'2024-01-01 11:00:00'),
    (3, 'paid', 12.25, timestamp'2024-01-01 11:30:00')
as arrived (order_id, status, amount, updated_at)
