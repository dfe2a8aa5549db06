"""What a run says and records of columns that only the SELECT or only the table has."""

from __future__ import annotations

from typing import Any

import pytest

import harness
from planning import Node, columns, planned

STORED = "k int, a int, b string"
NULLED = "no longer in the SELECT, so new rows have null and updated rows keep their value: a, b"
TO_DROP = "; to drop it: on_schema_change='sync_all_columns'"
KEPT = (
    "its changelog and the models that read it keep a, b, null in new changes, so that sums of it keep the values "
    "of rows that change or go; to remove it there too: dbt run --full-refresh --select orders+"
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
    because = f" (on_schema_change is '{mode}')"
    assert said(query, mode) == [line + because + (TO_DROP if line == NULLED else "") for line in lines]


@pytest.mark.parametrize(
    ("query", "columns"),
    [("k int, a int, c string", "`b` to `c`"), ("k int, c int, d int", "<old> to <new>")],
)
@pytest.mark.parametrize("format", ["iceberg", "delta"])
def test_a_column_that_may_have_a_new_name_is_warned_of(
    query: str, columns: str, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run writes no value of it, so nothing else tells."""
    warned: list[str] = []
    monkeypatch.setattr(harness._Exceptions, "warn", warned.append)
    assert said(query, "ignore", file_format=format) == []
    (message,) = warned
    assert message.startswith("orders: left out: c") and "updated rows keep their value: " in message
    assert f"lake.main.orders rename column {columns}. " in message
    assert ("column mapping" in message) == (format == "delta")
    assert "on_schema_change='sync_all_columns', which drops " in message
    # in a mode that adds the column, its values are stored
    assert len(said(query, "append_new_columns", file_format=format)) == 2 and len(warned) == 1


@pytest.mark.parametrize("producer", ["none", "input", "lookup", "full-compaction"])
def test_a_column_that_is_dropped_stays_in_the_changelog(producer: str) -> None:
    dropped = "dropped: a, b (on_schema_change is 'sync_all_columns')"
    lines = said("k int", "sync_all_columns", changelog_producer=producer)
    assert lines == ([dropped] if producer == "none" else [dropped, KEPT])
    assert KEPT not in said("k int", "ignore", changelog_producer=producer)


ADVICE = "on_schema_change='append_new_columns', and the stored rows get null there, which is older than any value; or "
REBUILD = (
    "rebuild the model and its readers, which then have only what their queries return now: "
    "dbt run --full-refresh --select orders+"
)
DROP = "which loses what its commits have replaced, because it has system_time: drop table lake.main.orders"
GROUPS = {"merge_engine": "partial-update", "fields": {"g,h": {"sequence_group": ["b"]}}}
HISTORY = {"scd_type": 2, "sequence_field": "at"}


def refused(query: str, stored: str, **config: Any) -> str:
    """Why a batch cannot be merged into a table with other columns; empty if it can."""
    node = Node(name="orders", config=Node({"primary_key": "k"} | config), columns={})
    settings = harness.call("_keyed_settings", node)
    try:
        harness.call("_assert_key_and_order", planned(node, columns(query), columns(stored)), settings)
    except harness.MacroError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("query", "config", "problems", "advice"),
    [
        ("K int, Shop int, a int", {"primary_key": ["K", "Shop"]}, ["'Shop', which primary_key names"], REBUILD),
        ("k int, a int, at int", {"sequence_field": "at"}, ["'at', which sequence_field names"], ADVICE + REBUILD),
        (
            "k int, a int, At int",
            {"sequence_field": ["a", "At"], "merge_engine": "first-row"},
            ["'At', which sequence_field names"],
            ADVICE + REBUILD,
        ),
        (
            "k int, b string, g int, h int",
            GROUPS,
            [f"'{name}', which fields['g,h'].sequence_group names" for name in "gh"],
            ADVICE + REBUILD,
        ),
        (
            "k int, shop int, at int",
            {"primary_key": ["k", "shop"], "sequence_field": "at"},
            ["'shop', which primary_key names", "'at', which sequence_field names"],
            REBUILD,
        ),
        ("k int, a int, at timestamp", HISTORY, ["'at', which sequence_field names"], REBUILD),
        ("k int, a int, at timestamp", HISTORY | {"system_time": True}, ["'at', which sequence_field names"], DROP),
    ],
)
def test_no_table_lacks_a_key_or_an_order(query: str, config: Any, problems: list[str], advice: str) -> None:
    message = refused(query, STORED, **config)
    assert message.startswith("model 'orders' cannot merge into its table; nothing was written")
    assert message.count("it has no column") == len(problems) and all(text in message for text in problems)
    assert message.endswith(advice)


def test_other_columns_can_be_left_out() -> None:
    assert refused(f"{STORED}, c int", STORED, sequence_field="a") == ""
    assert refused(f"{STORED}, g int, h int, c int", f"{STORED}, g int, h int", **GROUPS) == ""


def test_a_column_that_comes_back_is_merged_as_before() -> None:
    """The definition of a column lasts as long as the table has it, also while the SELECT does not."""

    def recorded(query: str, stored: str, last: dict[str, str], **fields: Any) -> dict[str, str]:
        config = {"primary_key": "k", "merge_engine": "aggregation", "fields": fields}
        node = Node(name="orders", config=Node(config), columns={})
        plan = planned(node, columns(query), columns(stored))
        return harness.call("_continued_definition", plan, {"definition": last})

    first = recorded(STORED, STORED, {}, a={"aggregate_function": "sum"})
    without = recorded("k int, b string", STORED, first)
    assert without == first and without["fields.a"] == "sum"
    again = recorded(STORED, STORED, without, a={"aggregate_function": "max"})
    assert again["fields.a"] == "max"
    assert "fields.a" not in recorded("k int, b string", "k int, b string", first)


def test_columns_that_take_no_null_are_selected() -> None:
    """Also if it is no contract of the model that says so: new rows would have null."""
    node = Node(name="orders", config=Node({"primary_key": "k"}), columns={})
    stored = columns(STORED)
    stored[2]["null_after"] = "alter table t alter column `b` drop not null"
    plan = planned(node, columns("k int, a int"), stored)
    (problem,) = harness.call("_schema_problems", plan, "ignore")
    assert problem.startswith("column 'b' of the table is not in the SELECT, and the table takes no null there")
    assert problem.endswith(stored[2]["null_after"])
    assert harness.call("_schema_problems", plan, "sync_all_columns") == []
    # the table gives new rows a value of its own
    for filled, count in (("an identity", 0), ("a default of 7", 0), ("a default of null", 1)):
        assert len(harness.call("_schema_problems", plan, "ignore", {"b": filled})) == count


SAME: list[tuple[str, str, dict[str, str], dict[str, str]]] = [
    ("string", "first_not_null_value", {"aggregate_function": "first_not_null_value"}, {}),
    ("binary", "rbm32", {"aggregate_function": "rbm32"}, {"aggregate_function": "bitmap"}),
    ("string", "listagg, delimiter ','", {"aggregate_function": "listagg", "list_agg_delimiter": ","}, {}),
]


@pytest.mark.parametrize(("type", "recorded", "before", "after"), SAME)
def test_another_word_for_the_same_function_is_no_change(
    type: str, recorded: str, before: dict[str, str], after: dict[str, str]
) -> None:
    """Also if an earlier build has recorded it as it was written."""
    after = after or {"aggregate_function": before["aggregate_function"].replace("not_null", "non_null")}

    def made(field: dict[str, str]) -> dict[str, Any]:
        node = Node(name="orders", config=Node(primary_key="k", merge_engine="aggregation", fields={"a": field}))
        return planned(node, columns(f"k int, a {type}"), columns(f"k int, a {type}"))

    stored = made(before)["definition"]
    for definition in (stored, stored | {"fields.a": recorded}):
        for field in (before, after):
            harness.call("_assert_continues", made(field), {"definition": definition, "null_key": "refuse"})
    other = {"aggregate_function": "max"}
    with pytest.raises(harness.MacroError, match="the merge of column 'a' was"):
        harness.call("_assert_continues", made(other), {"definition": stored, "null_key": "refuse"})


@pytest.mark.parametrize(("stored", "given"), [(False, False), (True, True), (True, False)])
def test_no_message_recommends_a_full_refresh_that_is_refused(stored: bool, given: bool) -> None:
    """Also if the model has left out system_time, which its table has."""

    def history(**config: Any) -> dict[str, Any]:
        node = Node(name="orders", config=Node(HISTORY | {"primary_key": "k"} | config), columns={})
        return planned(node, columns("k int, a int, at timestamp"), [])

    made = history(system_time=stored)
    changed = history(system_time=given, hard_deletes="ignore")
    with pytest.raises(harness.MacroError) as error:
        harness.call("_assert_continues", changed, {"definition": made["definition"], "null_key": "refuse"})
    retyped = [{"name": "_events", "old_type": "array<int>", "type": "array<string>", "widens": False}]
    (problem,) = harness.call(
        "_schema_problems_of_versions", made | {"missing_columns": [], "retyped_columns": retyped}
    )
    for message in (str(error.value), problem):
        assert message.endswith(DROP if stored else REBUILD)


@pytest.mark.parametrize("producer", ["input", "lookup"])
@pytest.mark.parametrize(("stored", "left"), [("k int, v int, x int", None), ("k int, v int", '["`x`"]')])
def test_a_column_leaves_when_the_table_drops_it(producer: str, stored: str, left: str | None) -> None:
    """And not when a SELECT does without it."""
    node = Node(name="orders", config=Node(primary_key="k", changelog_producer=producer), columns={})
    made = planned(node, columns("k int, v int"), columns(stored))
    logged = ["`k`", "`v`", "`X`", "`_row_kind`", "`_commit`", "`_committed_at`", "`_delete_sequence`"]
    made = {**made, "changelog": {**made["changelog"], "columns": logged}}
    last = Node(
        number=3,
        compacted=3,
        definition={},
        null_key="refuse",
        changelog_start=0,
        changelog_complete=True,
        properties={},
    )
    described = harness.call("_described", made, last, 4, "2026-01-01 00:00:00.000000+00:00", False, False, {}, "")
    assert described.get("tablestore.left-columns") == left
