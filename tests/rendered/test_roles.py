"""Columns with a role that they cannot have are refused before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from formats import BOTH
from harness import MacroError
from planning import Node, fold, plan, planned, problems

ROW = "k int, v int, g int, _row_kind string, _commit bigint"
RESERVED = ["_commit", "_committed_at", "_written_at", "_row_kind"]


@pytest.mark.parametrize("name", RESERVED)
@pytest.mark.parametrize(
    "option",
    [
        "primary_key",
        "sequence_field",
        "changelog_producer_row_deduplicate_ignore_fields",
        "cluster_by",
        "rowkind_field",
    ],
)
def test_a_column_of_a_changelog_has_no_role(option: str, name: str) -> None:
    if (option, name) == ("rowkind_field", "_row_kind"):
        return
    row = f"k int, v int, {', '.join(f'{column} string' for column in RESERVED)}"
    config: dict[str, Any] = {"primary_key": "k", option: name if option == "rowkind_field" else [name]}
    assert f"'{option}' names '{name}'" in problems(row, **config)


@pytest.mark.parametrize("fields", [{"_commit": {"sequence_group": ["v"]}}, {"g": {"sequence_group": ["_commit"]}}])
def test_a_column_of_a_changelog_is_in_no_group(fields: dict[str, Any]) -> None:
    assert "'fields' names '_commit'" in problems(ROW, primary_key="k", merge_engine="partial-update", fields=fields)


@pytest.mark.parametrize("fields", [{"g,K": {"sequence_group": ["v"]}}, {"g": {"sequence_group": ["v", "k"]}}])
def test_a_key_is_in_no_group(fields: dict[str, Any]) -> None:
    message = problems(ROW, primary_key="k", merge_engine="partial-update", fields=fields)
    assert "is in a sequence group, but it is the same in all rows that are merged" in message


@pytest.mark.parametrize("engine", ["deduplicate", "partial-update", "aggregation", "first-row"])
def test_a_key_that_is_a_sequence_field_orders_nothing(engine: str) -> None:
    config = {"primary_key": "k", "merge_engine": engine}
    assert fold(ROW, sequence_field="k", **config) == fold(ROW, **config)
    assert fold(ROW, sequence_field=["k", "g"], **config) == fold(ROW, sequence_field=["g"], **config)
    assert plan(ROW, sequence_field="k", **config)["definition"]["sequence_field"] == "k"


@pytest.mark.parametrize(
    ("kind", "format"),
    [
        *[("interval day to second", "delta"), ("array<interval year>", "iceberg"), ("struct<a:variant>", "iceberg")],
        *[(kind, format) for kind in ("time(6)", "array<time(0)>", "struct<a:time(6)>") for format in BOTH],
    ],
)
def test_a_type_that_a_table_cannot_have_is_refused(kind: str, format: str) -> None:
    row = [{"name": "k", "type": "int"}, {"name": "v", "type": kind}]
    assert f"a keyed table on {format.capitalize()} cannot store" in refused(row, file_format=format)


def test_a_type_that_a_server_has_shortened_is_refused() -> None:
    short = f"struct<{','.join(f'f{n}:int' for n in range(24))},... 6 more fields>"
    row = [{"name": "k", "type": "int"}, {"name": "v", "type": f"array<{short}>"}]
    message = refused(row)
    assert f"column 'v' is of type array<{short}>, which the server has shortened" in message
    assert "write in the profile server_side_parameters: {spark.sql.debug.maxToStringFields: '10000'}" in message


def test_a_field_with_the_name_of_a_type_is_stored() -> None:
    row = [
        {"name": "k", "type": "int"},
        {"name": "v", "type": "struct<variant:int,interval:int,time:timestamp,void:date>"},
    ]
    assert refused(row) == ""


@pytest.mark.parametrize(
    "kind", ["array<void>", "map<void,void>", "struct<a:void,b:int>", "map<int,struct<a:array<void>>>"]
)
@pytest.mark.parametrize("format", BOTH)
def test_a_part_without_a_type_is_refused_where_the_table_does_not_have_it(kind: str, format: str) -> None:
    row = [{"name": "k", "type": "int"}, {"name": "V", "type": kind}]
    problem = f"column 'V' is of type {kind}, of which a part has no type: write cast(... as <type>)"
    assert problem in refused(row, file_format=format)
    assert problem in refused(row, row[:1], file_format=format)
    stored = [row[0], {"name": "v", "type": kind.replace("void", "string")}]
    assert refused(row, stored, file_format=format) == ""
    assert problem in refused(row, [row[0], {"name": "v", "type": "date"}], file_format=format)


def test_rows_are_not_sorted_by_a_nested_column() -> None:
    row = [{"name": "k", "type": "int"}, {"name": "v", "type": "map<int,int>"}]
    assert "'cluster_by' names 'v', which is of type map<int,int>" in refused(row, cluster_by=["v"])


def refused(row: list[dict[str, str]], stored: Sequence[dict[str, str]] = (), **config: Any) -> str:
    """The message for a model with these columns; empty if it is not refused."""
    node = Node(name="orders", config=Node({"primary_key": "k"} | config), columns={})
    try:
        planned(node, row, list(stored))
    except MacroError as error:
        return str(error)
    return ""
