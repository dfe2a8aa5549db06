"""Whether a record of the macros has the keys and types that its schema lists.

Every record (a plan, what an engine returns, an upstream ...) is made by the macro `_record`, which gets its schema.
`spied` keeps the records that real macros make, in dbt or in the harness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from dbt.clients.jinja import MacroGenerator

import harness

IS_OF_TYPE: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "list": lambda value: isinstance(value, list),
    "mapping": lambda value: isinstance(value, Mapping),
    "macro": callable,
    "any": lambda value: value is not None,
}
ENTRY = {"type", "meaning", "from", "default"}
Record = tuple[str, dict[str, Any], Mapping[str, Any]]
"""What `_record` was called for, the schema, and what it returned."""


def schema_problems(schema: dict[str, Any], record: Mapping[str, Any]) -> list[str]:
    """Where a record differs from its schema."""
    problems = []
    if list(record) != list(schema):
        problems.append(f"keys {set(record) ^ set(schema)} are in one of schema and record")
    for key, entry in schema.items():
        kind, optional = entry["type"].removesuffix("?"), entry["type"].endswith("?")
        value = record.get(key)
        if not (optional and value is None) and not IS_OF_TYPE[kind](value):
            problems.append(f"{key} is {value!r}, not of type {entry['type']}")
        if not entry["meaning"] or set(entry) - ENTRY:
            problems.append(f"the entry of {key} is {entry}")
    return problems


@contextmanager
def spied() -> Iterator[list[Record]]:
    """The records that macros make in this block."""
    found: list[Record] = []
    in_dbt, in_harness = MacroGenerator.call_macro, harness.package()["_record"]

    def call_macro(self: MacroGenerator, *args: Any, **kwargs: Any) -> Any:
        result = in_dbt(self, *args, **kwargs)
        if self.macro.unique_id == "macro.tablestore._record":
            found.append((args[0], args[1], result))
        return result

    def record(kind: str, schema: dict[str, Any], values: dict[str, Any]) -> Any:
        result = in_harness(kind, schema, values)
        found.append((kind, schema, result))
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MacroGenerator, "call_macro", call_macro)
        patch.setitem(harness.package(), "_record", record)  # type: ignore[arg-type]
        yield found


def all_problems(records: list[Record]) -> set[str]:
    """The problems of all records, each with its kind."""
    return {f"{kind}: {problem}" for kind, schema, record in records for problem in schema_problems(schema, record)}
