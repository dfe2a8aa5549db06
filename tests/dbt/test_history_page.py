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


def test_the_blocks_of_the_page(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    code = {name: text for name, language, text in blocks() if name.startswith("history_") and language == "sql"}
    assert sorted(code) == [f"history_{number}" for number in (1, 3, 4, 5, 6, 7, 8, 9)]
    columns = "t(id, name, city, last_login, updated_at)"
    project.write("models/customer_events.sql", f"select * from values {values(EVENTS)} as {columns}")
    project.write(
        "models/customers.sql",
        "{{ config(materialized='incremental', primary_key='id', changelog_producer='lookup') }}\n"
        f"select id, name, city from values {values(EVENTS[2:])} as {columns}",
    )
    project.write("models/orders.sql", f"select 7 as order_id, 1 as customer_id, {DAY.format(4)} as ordered_at")
    project.write("models/customer_history.sql", code["history_3"])
    for number in (1, 4, 5, 6, 7, 8):
        project.write(f"models/page_{number}.sql", code[f"history_{number}"])
    project.write("models/page_9.sql", code["history_9"].replace("customer_history", "page_8"))
    (message,) = [text for name, _, text in blocks() if name == "history_2"]
    project.write(
        "models/kafka.sql",
        f"{{{{ config(materialized='table', alias='messages') }}}} select '{message.strip()}' as value",
    )
    source = {"name": "kafka", "schema": project.schema, "tables": [{"name": "customers", "identifier": "messages"}]}
    project.write("models/sources.yml", {"sources": [source]})
    project.clock = "2026-01-20 00:00:00"
    project.run("--exclude", "page_1")
    project.run("--select", "page_1")
    history = "select city, day(dbt_valid_from), day(dbt_valid_to), day(last_login) from {iceberg}.customer_history"
    assert project.rows(history) == [("Bern", 3, None, 1), ("Oslo", 5, None, 3), ("Rome", 1, 5, 2)]
    assert project.rows("select name, city from {iceberg}.page_1") == [("Ada", "Oslo")]
    assert project.rows("select id, city, dbt_valid_to from {iceberg}.page_4") == [(1, "Oslo", None), (2, "Bern", None)]
    opened = "select city, day(valid_from), year(valid_to) from {iceberg}.page_5"
    assert project.rows(opened) == [("Bern", 3, 9999), ("Oslo", 5, 9999), ("Rome", 1, 2026)]
    for number in (6, 9):
        assert project.rows(f"select city from {{iceberg}}.page_{number}") == [("Bern",), ("Oslo",)]
    assert project.rows("select order_id, city from {iceberg}.page_7") == [(7, "Rome")]

    producer = code["history_3"].replace("scd_type=2,", "scd_type=2, changelog_producer='lookup',")
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
