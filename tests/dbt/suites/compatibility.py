"""Writes docs/compatibility.md from matrix.py and the tests: run ``python -m suites.compatibility`` in tests/dbt."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from math import prod
from pathlib import Path

import dbt.tests.adapter

import suites
from suites import matrix

PAGE = Path(__file__).parents[3] / "docs" / "compatibility.md"

HEAD = """# Compatibility with dbt

dbt publishes the tests that an adapter should pass, `dbt-tests-adapter`. This page lists the result of every suite for
`type: tablestore` with the embedded Spark. Tests run on Iceberg unless a name or a reason says Delta. The fixtures are
written for Postgres, and [a table of spellings](../tests/dbt/suites/dialect.py) translates them to Spark SQL. The
assertions are dbt's, except in the tests that are [adapted to Spark](#adapted-to-spark).

This page is generated from [matrix.py](../tests/dbt/suites/matrix.py) and the tests. To generate it again, run
`python -m suites.compatibility` in `tests/dbt`; a test fails when the page is out of date. A test that is expected to
fail runs as well, and reports an error when it passes, so that no reason outlives its cause.
"""


def test_classes() -> Iterator[tuple[str, type]]:
    """Every test class that pytest collects, with the name of its file."""
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
    """Every base class of dbt-tests-adapter that has tests."""
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
    lines = [HEAD, "| suite | tests | pass | expected to fail |", "|---|---:|---:|---:|"]
    totals = [0, 0, 0]
    counts: dict[str, list[int]] = {}
    for module, cls in test_classes():
        for name, cases in tests_of(cls).items():
            fails = matrix.known_failure(f"{cls.__name__}::{name}") is not None
            row = (cases, 0 if fails else cases, cases if fails else 0)
            counts[module] = [a + b for a, b in zip(counts.get(module, [0, 0, 0]), row, strict=True)]
            totals = [a + b for a, b in zip(totals, row, strict=True)]
    lines += [f"| {_title(module)} | " + " | ".join(map(str, numbers)) + " |" for module, numbers in counts.items()]
    lines += ["| **all** | " + " | ".join(f"**{number}**" for number in totals) + " |", ""]
    for kind, title in matrix.KINDS.items():
        rows = [failure for failure in matrix.KNOWN_FAILURES if failure.kind == kind]
        if rows:
            lines += [f"## {title}", "", "| test | reason |", "|---|---|"]
            lines += [f"| `{failure.test}` | {failure.reason} |" for failure in rows] + [""]
    lines += ["## Adapted to Spark", "", "These tests of dbt expect a different result here.", ""]
    lines += ["| test | difference |", "|---|---|"]
    lines += [f"| `{test}` | {what} |" for test, what in matrix.ADAPTED.items()]
    lines += ["", "## Not run", "", "| test class of dbt | reason |", "|---|---|"]
    lines += [f"| `{name}` | {why} |" for name, why in matrix.NOT_RUN.items()]
    return "\n".join(lines) + "\n"


def _title(module: str) -> str:
    return module.removeprefix("test_").replace("_", " ")


def main() -> None:
    """Writes the page."""
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
