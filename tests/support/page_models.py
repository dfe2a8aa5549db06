"""The SQL on the pages of the documentation as models, and the tables that it is about."""

from __future__ import annotations

import re
from pathlib import Path

from pages import blocks, first_header

KEYED = "materialized='incremental', primary_key='{}', changelog_producer='lookup'"
AT = "timestamp'2026-01-01 10:00:00'"
MESSAGE = '{"op": "c", "ts_ms": 1, "before": null, "after": {"id": 1, "status": "paid", "amount": "20.50"}}'
# The tables that the pages are about: name -> config, columns, a row.
TABLES = {
    "orders": (
        KEYED.format("order_id"),
        "order_id, id, customer_id, status, amount, gross, price, currency, ordered_at, updated_at, version",
        f"1, 1, 7, 'paid', 20.5, 19.00, 30, 'USD', {AT}, {AT}, 1",
    ),
    "customers": (KEYED.format("customer_id"), "customer_id, id, region, changed_at", f"7, 7, 'north', {AT}"),
    "shipments": (KEYED.format("shipment_id"), "shipment_id, order_id, shipped_at", f"3, 1, {AT}"),
    "order_events": (
        "materialized='table', event_time='arrived_at'",
        "order_id, customer_id, status, amount, updated_at, arrived_at",
        f"1, 7, 'paid', 20.5, {AT}, {AT}",
    ),
    "order_messages": ("materialized='table'", "value, partition, offset", f"'{MESSAGE}', 0, 5L"),
    "order_log": ("materialized='table'", "id, status, at, op", f"1, 'paid', {AT}, 'c'"),
    "customers_export": ("materialized='table'", "id, name, city", "1, 'Ada', 'Rome'"),
    "customer_events": ("materialized='table'", "id, name, city, updated_at", f"1, 'Ada', 'Rome', {AT}"),
    "crm_events": ("materialized='table'", "id, name, crm_at, _row_kind", f"1, 'Ada', {AT}, '+I'"),
    "shop_events": ("materialized='table'", "id, city, shop_at, _row_kind", f"1, 'Rome', {AT}, '+I'"),
    "web_orders": (KEYED.format("order_id"), "order_id, total", "1, 20.5"),
    "shop_orders": (KEYED.format("order_id"), "order_id, total", "1, 30.5"),
    "flights": (
        "materialized='table'",
        "flight_id, carrier, dep_delay, tailnum, air_time, dest",
        "'EV1', 'EV', 30.0D, 'N1', 50, 'JFK'",
    ),
    "flight_events": (
        "materialized='table'",
        "flight_id, event_time, delivered_on",
        f"'EV1', {AT}, date'2026-01-01'",
    ),
    "rates": ("materialized='table'", "currency, rate, valid_from", "'USD', 0.9, timestamp'2026-01-01 00:00:00'"),
    "bid": ("materialized='table'", first_header("windows"), f"{AT}, 4.0, 'A', 's1'"),
    "clicks": ("materialized='table'", "user_id, session_id, clicked_at", f"1, 's', {AT}"),
    "clicks_per_session": (KEYED.format("session_id") + ", state_ttl='30 min'", "session_id, clicks", "'s', 1"),
    "windowed": (
        "materialized='table'",
        "window_start, window_end, window_time, bidtime, price, item",
        f"{AT}, {AT} + interval 10 minutes, {AT}, {AT}, 4.0, 'A'",
    ),
}
TABLES |= {
    "bids": TABLES["windowed"],
    "asks": (TABLES["windowed"][0], "window_start, window_end, window_time, asktime, ask, item", TABLES["windowed"][2]),
}
# The tables of sources -> their names above.
SOURCES = {
    "shop": {"order_events": "order_events", "order_log": "order_log"},
    "web": {"clicks": "clicks"},
    "nyc": {"flight_events": "flight_events"},
    "kafka": {"orders": "order_messages"},
    "crm": {"customers_export": "customers_export"},
}
# The folder of the files that a block reads; it has a file with a message.
FILES = "s3a://shop/orders/"
# Blocks that are a part of a model: the rest, before or after.
BEFORE = {
    "stateful-operators_2": "{{ config(materialized='incremental', primary_key=['order_id', 'shipment_id']) }}\n"
    "select order_id, shipment_id, _row_kind, _commit\n",
}
AFTER = {
    "engines_1": f"select 'EV1' as flight, {AT} as departed_at_seq, 3.0D as dep_delay, 'A1' as gate, "
    f"{AT} as arrived_at_seq, 2.0D as arr_delay, 'B2' as belt",
    "engines_2": "select 'EV' as carrier, 1 as flights, 30 as worst, array('N1') as tails",
}
# What the statements of a block with several read.
WITH = "with " + ", ".join(
    f"{name} as (select * from {{{{ ref('{name}') }}}})" for name in ("windowed", "bids", "asks")
)
# What only blocks have that other tests run -> these tests. Kafka is a server, and an error table has skipped messages.
ELSEWHERE = {
    "{% materialization incremental": "dbt/test_plain_dbt_spark.py",
    "tablestore.kafka(": "cluster/test_kafka.py",
    "from stream_errors": "engine/test_skipped_messages.py",
    "time_column='changed_at'": "dbt/test_history_page.py",
    "track_history=": "dbt/test_history_page.py",
    "changed_in": "engine/test_versions.py",
    "seen_in": "dbt/test_history_page.py",
    "dbt_valid_to_current": "dbt/test_history_page.py",
    "customer_history": "dbt/test_history_page.py",
    "system_time=true": "dbt/test_history_page.py",
}


def base_models() -> dict[str, str]:
    """The models of the tables, by name."""
    return {
        name: f"{{{{ config({config}) }}}}\nselect * from values ({row}) as t({columns})\n"
        for name, (config, columns, row) in TABLES.items()
    }


def page_models(files: Path) -> dict[str, str]:
    """The models of the blocks of SQL, by name; ``files`` is the folder of the files that they read."""
    found = {}
    for name, language, text in blocks():
        if language == "sql" and not any(part in text for part in ELSEWHERE):
            found |= _statements(name, text.replace(FILES, f"{files}/"))
    return found


def _statements(name: str, text: str) -> dict[str, str]:
    """The models of a block: its statements, of which most have one."""
    text = BEFORE.get(name, "") + text + AFTER.get(name, "")
    name = name.replace("-", "_").lower()
    statements = [part for part in re.split(r"^(?=-- )", text, flags=re.MULTILINE) if part.strip()]
    if len(statements) < 2:
        return {name: text}
    return {f"{name}_{number}": f"{WITH}\n{part}" for number, part in enumerate(statements, 1)}


def page_functions() -> dict[str, tuple[str, str]]:
    """The files of the blocks of Python that are functions, by name: the kind of function, and the text."""
    found = {}
    for _, language, text in blocks():
        if language == "python" and (file := re.match(r"# functions/(\w+)\.py\n", text)):
            kind = "aggregate" if re.search(r"def (accumulate)\b", text) else "scalar"
            found[file[1]] = "table" if "Iterator[" in text and kind == "scalar" else kind, text
    return found
