"""A Python model with a primary key."""


def model(dbt, session):
    dbt.config(materialized="incremental", primary_key="order_id", tags="python")
    orders = dbt.ref("orders")
    return orders.filter(orders.amount >= 15).select("order_id", "amount")
