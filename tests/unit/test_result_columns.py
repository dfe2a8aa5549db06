"""Changed columns of a result, or of what a view reads, are the reason of a rebuild that names them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from dbt.adapters.tablestore.views import result_columns

RESULT = {"a": "int", "b": "string"}
READ = {"t": {"x": "int"}}
CHANGES = {
    "nothing": (RESULT, READ, ""),
    "another column is read": (RESULT, {"t": {"x": "int", "y": "int"}}, ""),
    "another table is read": (RESULT, {"t2": {"x": "string"}}, ""),
    "new": ({**RESULT, "c": "int"}, READ, "`c` is new"),
    "gone": ({"a": "int"}, READ, "`b` is gone"),
    "type": ({**RESULT, "a": "bigint"}, READ, "`a` is now bigint"),
    "nested": ({**RESULT, "b": "struct<c:int>"}, READ, "`b` is now struct<c:int>"),
    "order": ({"b": "string", "a": "int"}, READ, "another order"),
    "read": (RESULT, {"t": {"x": "bigint"}}, "column `x` of t is now bigint"),
}


@pytest.mark.parametrize(("result", "read", "text"), CHANGES.values(), ids=CHANGES)
def test_changed_columns_are_named(result: dict[str, str], read: Mapping[str, dict[str, str]], text: str) -> None:
    before, now = result_columns.recorded(RESULT, READ), result_columns.recorded(result, read)
    found = result_columns.difference(before, now)
    assert text in found and bool(text) == bool(found)


def test_rows_without_a_record_are_not_rebuilt() -> None:
    assert not result_columns.difference("", result_columns.recorded(RESULT, READ))
