"""Writes docs/compatibility.md from matrix.py and from the tests themselves: `make matrix`."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

import dbt.tests.adapter

import suites
from suites import matrix

PAGE = Path(__file__).parents[3] / "docs" / "compatibility.md"

HEAD = """# What of dbt works

dbt publishes the tests that an adapter should pass, `dbt-tests-adapter`. These are all of them, run against
`type: tablestore` in the embedded session; Iceberg unless a test says Delta. Their fixtures are written for Postgres
and are put into Spark SQL by [one table of spellings](../tests/dbt/suites/dialect.py); what they assert is theirs.

This page is written from [matrix.py](../tests/dbt/suites/matrix.py) by `python -m suites.compatibility` in
`tests/`, and a test compares it. A marked test runs and must fail, so that no reason outlives its cause.
"""


def test_classes() -> Iterator[tuple[str, type]]:
    """Every collected class, with its file's name."""
    for module in sorted(found.name for found in pkgutil.iter_modules(suites.__path__)):
        if module.startswith("test_"):
            members = vars(importlib.import_module(f"suites.{module}"))
            for name, value in members.items():
                if inspect.isclass(value) and name.startswith("Test") and value.__module__ == f"suites.{module}":
                    yield module, value


def tests_of(cls: type) -> dict[str, int]:
    """The test functions of a class, each with the number of its parameter sets."""
    return {
        name: prod(len(mark.args[1]) for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize")
        for name, function in inspect.getmembers(cls, inspect.isfunction)
        if name.startswith("test_") or name == "test"
    }


def base_classes() -> list[type]:
    """Every class of dbt-tests-adapter that holds tests and is not itself collected there."""
    found: dict[str, type] = {}
    folder = Path(next(iter(dbt.tests.adapter.__path__)))
    for path in sorted(folder.rglob("*.py")):
        module = ".".join(("dbt", "tests", "adapter", *path.relative_to(folder).with_suffix("").parts))
        for name, value in vars(importlib.import_module(module.removesuffix(".__init__"))).items():
            ours = inspect.isclass(value) and value.__module__ == module
            if ours and not name.startswith("Test") and tests_of(value):
                found[f"{module.removeprefix('dbt.tests.adapter.')}.{name}"] = value
    return list(found.values())


def page() -> str:
    """The text of docs/compatibility.md."""
    lines = [HEAD, "| suite | tests | pass | marked |", "|---|---:|---:|---:|"]
    marked: dict[str, list[str]] = {}
    totals = [0, 0, 0]
    counts: dict[str, list[int]] = {}
    for module, cls in test_classes():
        for name, cases in tests_of(cls).items():
            mark = matrix.mark_of(f"{cls.__name__}::{name}")
            numbers = counts.setdefault(module, [0, 0, 0])
            row = (cases, 0 if mark else cases, cases if mark else 0)
            counts[module] = [a + b for a, b in zip(numbers, row, strict=True)]
            totals = [a + b for a, b in zip(totals, row, strict=True)]
            if mark:
                marked.setdefault(mark.test, []).append(f"{cls.__name__}::{name}")
    lines += [f"| {_title(module)} | " + " | ".join(map(str, numbers)) + " |" for module, numbers in counts.items()]
    lines += ["| **all** | " + " | ".join(f"**{number}**" for number in totals) + " |", ""]
    for kind, title in matrix.KINDS.items():
        rows = [mark for mark in matrix.MARKS if mark.kind == kind]
        if rows:
            lines += [f"## {title}", "", "| test | why |", "|---|---|"]
            lines += [f"| `{mark.test}` | {mark.reason} |" for mark in rows] + [""]
    lines += ["## Asserted in Spark's words", "", "| test | what differs |", "|---|---|"]
    lines += [f"| `{test}` | {what} |" for test, what in matrix.ADAPTED.items()]
    lines += ["", "## Not run", "", "| test class of dbt | why |", "|---|---|"]
    lines += [f"| `{name}` | {why} |" for name, why in matrix.NOT_RUN.items()]
    return "\n".join(lines) + "\n"


def _title(module: str) -> str:
    return module.removeprefix("test_").replace("_", " ")


def main() -> Any:
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
