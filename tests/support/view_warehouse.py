"""A warehouse of the kind of TPC-DI, for views that join versions, remove duplicates, and add up over time."""

from __future__ import annotations

from pathlib import Path

TABLES = {
    "customers": "customer_id int, tier int, name string, valid_from date, valid_to date",
    "accounts": "account_id int, customer_id int, broker_id int, status string, valid_from date, valid_to date",
    "employees": "broker_id int, job int, name string",
    "trades": "trade_id int, account_id int, symbol string, quantity int, price decimal(8,2), fee decimal(8,2), "
    "day date",
    "trade_events": "trade_id int, status string, day date",
    "cash": "account_id int, amount decimal(8,2), day date",
    "prices": "symbol string, day date, close decimal(8,2)",
    "companies": "cik int, name string, valid_to date",
    "securities": "symbol string, cik int, company string",
    "financials": "cik int, year int, quarter int, revenue decimal(8,2)",
    "prospects": "name string, tier int",
}
VIEWS = [line for line in Path(__file__).with_suffix(".sql").read_text().splitlines() if line.startswith("select")]
