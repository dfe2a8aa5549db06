"""The SQL and the Python functions on the pages of the documentation run, over tables such as they are about."""

from __future__ import annotations

import re

import pytest
from pages import blocks, first_header

from project import Project

KEYED = "materialized='incremental', primary_key='{}', changelog_producer='lookup'"
AT = "timestamp'2026-01-01 10:00:00'"
# The tables that the pages are about: name -> config, columns, a row.
TABLES = {
    "orders": (
        KEYED.format("order_id"),
        "order_id, customer_id, status, amount, gross, price, currency, ordered_at, updated_at, version",
        f"1, 7, 'paid', 20.5, 19.00, 30, 'USD', {AT}, {AT}, 1",
    ),
    "customers": (KEYED.format("customer_id"), "customer_id, region", "7, 'north'"),
    "shipments": (KEYED.format("shipment_id"), "shipment_id, order_id, shipped_at", f"3, 1, {AT}"),
    "order_events": (
        "materialized='table', event_time='arrived_at'",
        "order_id, customer_id, status, amount, updated_at, arrived_at",
        f"1, 7, 'paid', 20.5, {AT}, {AT}",
    ),
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
SOURCES = {"shop": "order_events", "web": "clicks", "nyc": "flight_events"}
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
# Not a model: a file of another folder, which tests/dbt/test_plain_dbt_spark.py has in its project.
ELSEWHERE = {"keyed-models_5"}


def models(name: str, text: str) -> dict[str, str]:
    """The models of a block: its statements, of which most have one."""
    text = BEFORE.get(name, "") + text + AFTER.get(name, "")
    statements = [part for part in re.split(r"^(?=-- )", text, flags=re.MULTILINE) if part.strip()]
    if len(statements) < 2:
        return {name.replace("-", "_").lower(): text}
    return {
        f"{name.replace('-', '_').lower()}_{number}": f"{WITH}\n{part}" for number, part in enumerate(statements, 1)
    }


@pytest.mark.extended
def test_the_code_of_every_page_runs(project: Project) -> None:
    for name, (config, columns, row) in TABLES.items():
        project.write(
            f"models/base/{name}.sql", f"{{{{ config({config}) }}}}\nselect * from values ({row}) as t({columns})\n"
        )
    sources = [{"name": name, "schema": project.schema, "tables": [{"name": table}]} for name, table in SOURCES.items()]
    project.write("models/base/sources.yml", {"sources": sources})
    project.settings["vars"] = {"day": "2026-01-01"}
    functions: list[dict[str, object]] = []
    for name, language, text in blocks():
        if language == "python" and (file := re.match(r"# (functions/(\w+)\.py)\n", text)):
            kind = "aggregate" if re.search(r"def (accumulate)\b", text) else "scalar"
            kind = "table" if "Iterator[" in text and kind == "scalar" else kind
            project.write(file[1], text)
            functions.append({"name": file[2], "config": {"type": kind}, "returns": {"data_type": "auto"}})
        elif language == "sql" and name not in ELSEWHERE:
            for model, query in models(name, text).items():
                project.write(f"models/pages/{model}.sql", query)
    project.write("functions/functions.yml", {"functions": functions})
    project.run("--select", "base")
    for tag in ("january", "february"):
        project.succeed("run-operation", "tag", "--args", f"{{model: orders, tag: {tag}}}")
        project.run("--select", "orders")
    project.succeed("build", "--select", "resource_type:function")
    ran = project.run("--select", "pages")
    assert len(ran) >= 33 and len(functions) == 7
