"""The SQL of change streams and their error messages, without Spark. tests/engine/test_streams.py runs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_regressions.file_regression import FileRegressionFixture

from harness import MacroError, call

SQL = Path(__file__).parent / "sql"
COLUMNS = {"id": "int", "name": "string"}
CHANGES = "(select *, '+I' as _row_kind from orders)"
CALLS: dict[str, tuple[Any, ...]] = {
    "cdc/from_changelog": ("from_changelog", "order_log", "op", {"c, r": "INSERT", "u": "UPDATE_AFTER", "d": "DELETE"}),
    "cdc/from_changelog_skip": ("from_changelog", "order_log", "kind", None, "skip"),
    "cdc/to_changelog": ("to_changelog", CHANGES),
    "cdc/to_changelog_mapped": ("to_changelog", CHANGES, "k", {"INSERT, UPDATE_AFTER": "up", "DELETE": "down"}),
    "cdc/debezium_json": ("cdc", "messages", "debezium-json", COLUMNS),
    "cdc/canal_json": ("cdc", "messages", "canal-json", COLUMNS),
}
WRONG: dict[str, tuple[tuple[Any, ...], list[str]]] = {
    "a mapping that is none": (
        ("from_changelog", "t", "op", ["c"]),
        ["op_mapping: '['c']' is not accepted; write {'c, r': 'INSERT', 'd': 'DELETE'}"],
    ),
    "wrong words and codes": (
        ("from_changelog", "t", " ", {"c": "INSERT", "c, d": "DELET"}, "log"),
        [
            "error_handling: 'log' is not accepted; write 'fail' or 'skip'",
            "op_mapping: 'DELET' is not accepted; write INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE, did you mean",
            "op_mapping: 'c' has two meanings; remove one of them",
            "op: ' ' is not accepted; write the name of the column with the operation",
        ],
    ),
    "to_changelog": (
        ("to_changelog", CHANGES, None, {"INSERT, insert": "i", "UPSERT": "u"}),
        [
            "op_mapping: 'INSERT' has two codes; remove one of them",
            "op_mapping: 'UPSERT' is not accepted; write INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE",
            "op: 'None' is not accepted; write a name for the column with the operation",
        ],
    ),
    "a mapping of to_changelog that is none": (
        ("to_changelog", CHANGES, "op", "INSERT"),
        ["op_mapping: 'INSERT' is not accepted; write {'INSERT, UPDATE_AFTER': 'upsert', 'DELETE': 'delete'}"],
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_sql(name: str, file_regression: FileRegressionFixture) -> None:
    macro, *arguments = CALLS[name]
    file_regression.check(call(macro, *arguments) + "\n", fullpath=SQL / f"{name}.sql")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_are_named_together(name: str) -> None:
    (macro, *arguments), problems = WRONG[name]
    with pytest.raises(MacroError) as raised:
        call(macro, *arguments)
    message = str(raised.value)
    assert message.startswith(f"tablestore.{macro}(")
    assert [problem for problem in problems if problem not in message] == [], message
    assert message.count("\n  - ") == len(problems), message
