"""What a run says of columns that only the SELECT or only the table has."""

from __future__ import annotations

import pytest

import harness
from planning import Node, columns, planned

STORED = "k int, a int, b string"
NULLED = "no longer in the SELECT, new rows have null: a, b"
KEPT = (
    "its changelog and the models that read it keep a, b, null in new changes; "
    "to remove it there too: dbt run --full-refresh --select orders+"
)


def said(query: str, mode: str, **config: object) -> list[str]:
    """The lines of a run in the log, without the name of the model."""
    node = Node(name="orders", config=Node({"primary_key": "k"} | config), columns={})
    plan = planned(node, columns(query), columns(STORED))
    harness.LOGGED.clear()
    harness.call("_log_unequal_columns", plan, mode)
    assert all(line.startswith("orders: ") for line in harness.LOGGED)
    return [line.removeprefix("orders: ") for line in harness.LOGGED]


@pytest.mark.parametrize(
    ("query", "mode", "lines"),
    [
        (STORED, "ignore", []),
        (STORED, "sync_all_columns", []),
        ("k int, b string, a int, c int, d date", "ignore", ["left out: c, d"]),
        ("k int, b string, a int, c int", "append_new_columns", ["new: c"]),
        ("k int", "ignore", [NULLED]),
        ("k int", "append_new_columns", [NULLED]),
        ("k int, c int", "append_new_columns", ["new: c", NULLED]),
        ("k int", "sync_all_columns", ["dropped: a, b"]),
        ("k int, c int", "sync_all_columns", ["new: c", "dropped: a, b"]),
    ],
)
def test_columns_that_differ_are_named(query: str, mode: str, lines: list[str]) -> None:
    assert said(query, mode) == [f"{line} (on_schema_change is '{mode}')" for line in lines]


@pytest.mark.parametrize("producer", ["none", "input", "lookup", "full-compaction"])
def test_a_column_that_is_dropped_stays_in_the_changelog(producer: str) -> None:
    dropped = "dropped: a, b (on_schema_change is 'sync_all_columns')"
    lines = said("k int", "sync_all_columns", changelog_producer=producer)
    assert lines == ([dropped] if producer == "none" else [dropped, KEPT])
    assert KEPT not in said("k int", "ignore", changelog_producer=producer)
