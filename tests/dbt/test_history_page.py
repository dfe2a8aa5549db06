"""What docs/history.md prints, typed: each block of SQL as a model, `why`, and a snapshot that becomes a model."""

from __future__ import annotations

import pytest

from pages import blocks
from project import Project

pytestmark = pytest.mark.extended

DAY = "timestamp'2026-01-{0:02} 00:00:00'"
EVENTS = [(1, "Ada", "Rome", 1, 1), (1, "Ada", "Rome", 2, 2), (1, "Ada", "Oslo", 3, 5), (2, "Bob", "Bern", 1, 3)]
SNAPSHOT = {
    "name": "taken_over",
    "relation": "ref('customer_events_now')",
    "config": {"unique_key": "id", "strategy": "timestamp", "updated_at": "updated_at", "file_format": "iceberg"},
}


def values(rows: list[tuple[object, ...]]) -> str:
    return ", ".join(
        f"({id}, '{name}', '{city}', {DAY.format(login)}, {DAY.format(at)})" for id, name, city, login, at in rows
    )


# The blocks by what only one of them has; tests/engine/test_versions.py types the others.
PAGE = {
    "page_cdc": "debezium-json",
    "customer_history": "track_history",
    "page_seen": "seen_in",
    "page_open": "dbt_valid_to_current",
    "page_as_of": "'2026-01-31 12:00:00'",
    "page_orders": "customer.dbt_valid_from",
    "page_known": "system_time=true",
    "page_known_as_of": "system_time='2026-02-01'",
}


def test_the_blocks_of_the_page(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    page = [(language, text) for name, language, text in blocks() if name.startswith("history_")]
    code = {}
    for name, part in PAGE.items():
        (code[name],) = [text for language, text in page if language == "sql" and part in text]
    columns = "t(id, name, city, last_login, updated_at)"
    project.write("models/customer_events.sql", f"select * from values {values(EVENTS)} as {columns}")
    project.write(
        "models/customers.sql",
        "{{ config(materialized='incremental', primary_key='id', changelog_producer='lookup') }}\n"
        f"select id, name, city from values {values(EVENTS[2:])} as {columns}",
    )
    project.write("models/orders.sql", f"select 7 as order_id, 1 as customer_id, {DAY.format(4)} as ordered_at")
    code["page_known_as_of"] = code["page_known_as_of"].replace("customer_history", "page_known")
    for name, text in code.items():
        project.write(f"models/{name}.sql", text)
    (message,) = [text for language, text in page if language == "json"]
    project.write(
        "models/kafka.sql",
        f"{{{{ config(materialized='table', alias='messages') }}}} select '{message.strip()}' as value",
    )
    source = {"name": "kafka", "schema": project.schema, "tables": [{"name": "customers", "identifier": "messages"}]}
    project.write("models/sources.yml", {"sources": [source]})
    project.clock = "2026-01-20 00:00:00"
    project.run("--exclude", "page_cdc")
    project.run("--select", "page_cdc")
    history = "select city, day(dbt_valid_from), day(dbt_valid_to), day(last_login) from {iceberg}.customer_history"
    assert project.rows(history) == [("Bern", 3, None, 1), ("Oslo", 5, None, 3), ("Rome", 1, 5, 2)]
    assert project.rows("select name, city from {iceberg}.page_cdc") == [("Ada", "Oslo")]
    assert project.rows("select id, city, dbt_valid_to from {iceberg}.page_seen") == [
        (1, "Oslo", None),
        (2, "Bern", None),
    ]
    opened = "select city, day(valid_from), year(valid_to) from {iceberg}.page_open"
    assert project.rows(opened) == [("Bern", 3, 9999), ("Oslo", 5, 9999), ("Rome", 1, 2026)]
    for name in ("page_as_of", "page_known_as_of"):
        assert project.rows(f"select city from {{iceberg}}.{name}") == [("Bern",), ("Oslo",)]
    assert project.rows("select order_id, city from {iceberg}.page_orders") == [(7, "Rome")]

    producer = code["customer_history"].replace("scd_type=2,", "scd_type=2, changelog_producer='lookup',")
    project.write("models/customer_history.sql", producer)
    project.run("--full-refresh", "--select", "customer_history")
    capsys.readouterr()
    project.succeed("run-operation", "why", "--args", "{model: customer_history, key: {id: 1}}")
    said = capsys.readouterr().out + "\n".join(project.said)
    assert "Rome" in said and "Oslo" in said and "Bern" not in said


def test_a_snapshot_that_is_taken_over(project: Project) -> None:
    columns = "t(id, name, city, last_login, updated_at)"
    for rows in ([EVENTS[0], EVENTS[3]], [EVENTS[2], EVENTS[3]]):
        project.write(
            "models/customer_events_now.sql",
            f"select id, name, city, updated_at from values {values(rows)} as {columns}",
        )
        project.write("snapshots/taken_over.yml", {"snapshots": [SNAPSHOT]})
        project.run()
        project.succeed("snapshot")
    before = project.rows("select city, dbt_scd_id from {iceberg}.taken_over")
    (project.folder / "snapshots/taken_over.yml").unlink()
    project.write(
        "models/taken_over.sql",
        "{{ config(materialized='incremental', primary_key='id', scd_type=2, sequence_field='updated_at') }}\n"
        f"select id, name, city, updated_at from values (1, 'Ada', 'Kyiv', null, {DAY.format(3)}) as {columns}",
    )
    project.run("--select", "taken_over")
    cities = "select city, day(dbt_valid_from), day(dbt_valid_to) from {iceberg}.taken_over"
    assert project.rows(cities) == [("Bern", 3, None), ("Kyiv", 3, 5), ("Oslo", 5, None), ("Rome", 1, 3)]
    assert set(before) <= set(project.rows("select city, dbt_scd_id from {iceberg}.taken_over"))
