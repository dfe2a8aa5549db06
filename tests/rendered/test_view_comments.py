"""The comments of the columns of a view, with dbt's own macros and without Spark."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import dbt.include.global_project
import pytest

import harness

OF_DBT = Path(dbt.include.global_project.__file__).parent / "macros/adapters/persist_docs.sql"


def commented(described: dict[str, dict[str, Any]], columns: list[str]) -> tuple[list[str], list[str]]:
    """The columns of a view with this YAML, one per line, and the warnings."""
    warned: list[str] = []
    known: dict[str, Any] = {
        "adapter": SimpleNamespace(quote=lambda name: f"`{name}`"),
        "exceptions": SimpleNamespace(warn=lambda text: warned.append(text) or ""),
        "tablestore": {"string_literal": lambda value: harness.call("string_literal", value)},
        "this": SimpleNamespace(render=lambda: "lake.main.orders"),
    }
    known |= harness.macros_of(str(OF_DBT), **known)
    made = harness.macros_of("relations/create_view_as.sql", **known)["get_persist_docs_column_list"]
    text = str(made(described, columns))
    return [line.strip() for line in text.splitlines() if line.strip()], warned


@pytest.mark.parametrize(
    ("described", "comments"),
    [
        ({"id": {"description": "it's a key"}}, ["it\\'s a key", ""]),
        ({"ID": {"description": "a key"}, "Total": {"description": "a sum"}}, ["a key", "a sum"]),
        ({"ID": {"description": "no key"}, "id": {"description": "a key"}}, ["a key", ""]),
        ({"id": {"description": "a key", "quote": True}}, ["a key", ""]),
        ({"id": {"description": None}}, ["", ""]),
    ],
)
def test_columns_have_their_descriptions_in_any_letter_case(described: dict[str, Any], comments: list[str]) -> None:
    found, warned = commented({name: {"quote": None} | column for name, column in described.items()}, ["id", "total"])
    assert found == [f"`id` comment '{comments[0]}',", f"`total` comment '{comments[1]}'"]
    assert warned == []


def test_described_columns_that_a_view_does_not_have_are_a_warning() -> None:
    described = {"ID": {"description": "a key", "quote": True}, "totl": {"description": "a sum", "quote": None}}
    found, (warning,) = commented(described, ["id", "total"])
    assert found == ["`id` comment '',", "`total` comment ''"]
    assert warning.startswith("In relation lake.main.orders: ") and warning.endswith(": ID, totl")
