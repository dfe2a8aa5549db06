"""Changed columns of a result, or of what a view reads, are the reason of a rebuild that names them."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from dbt.adapters.tablestore.views import result_columns

RESULT = {"a": "int", "b": "string"}
READ = {"t": {"x": "int"}}
IDS = {"t": {"x": "1"}}
CHANGES = {
    "nothing": (RESULT, READ, ""),
    "another column is read": (RESULT, {"t": {"x": "int", "y": "int"}}, ""),
    "another table is read": (RESULT, {"t2": {"x": "string"}}, ""),
    "new": ({**RESULT, "c": "int"}, READ, "`c` is new"),
    "gone": ({"a": "int"}, READ, "`b` is gone"),
    "type": ({**RESULT, "a": "bigint"}, READ, "`a` is now bigint"),
    "nested": ({**RESULT, "b": "struct<c:int>"}, READ, "`b` is now struct<c:int>"),
    "order": ({"b": "string", "a": "int"}, READ, "another order"),
    "case": ({"A": "int", "b": "string"}, READ, ""),
    "read": (RESULT, {"t": {"x": "bigint"}}, "column `x` of t is now bigint"),
}


@pytest.mark.parametrize(("result", "read", "text"), CHANGES.values(), ids=CHANGES)
def test_changed_columns_are_named(result: dict[str, str], read: Mapping[str, dict[str, str]], text: str) -> None:
    before, now = result_columns.recorded(RESULT, READ, IDS), result_columns.recorded(result, read, IDS)
    found = result_columns.difference(before, now)
    assert text in found and bool(text) == bool(found)


def test_rows_without_a_record_are_not_rebuilt() -> None:
    assert not result_columns.difference("", result_columns.recorded(RESULT, READ, IDS))


@pytest.mark.parametrize("ids", [IDS, {"t": {"x": ""}}, {"t": {}}, {}, {"t": {"x": "1", "y": "2"}}])
def test_ids_that_are_the_same_or_not_known_are_no_change(ids: Mapping[str, dict[str, str]]) -> None:
    first, second = (result_columns.recorded(RESULT, READ, known) for known in (IDS, ids))
    assert not result_columns.difference(first, second) and not result_columns.difference(second, first)


def test_a_column_with_another_id_is_another_column() -> None:
    first, second = (result_columns.recorded(RESULT, READ, {"t": {"x": number}}) for number in ("1 2 3", "1 2 4"))
    found = "column `x` of t, or a field of it, was dropped and added again"
    assert result_columns.difference(first, second) == found
    old = json.loads(first)
    del old["ids"]
    assert not result_columns.difference(json.dumps(old), second), "a record of an earlier release has none"
