"""Results of statements as text: aligned, as CSV, or as JSON lines."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Sequence
from typing import Any

import agate
from dbt.adapters.tablestore.spark.sessions.cursor import Cursor

FORMATS = ("table", "csv", "json")


def text_of(cursor: Cursor, form: str, limit: int) -> str:
    """The rows of an executed statement, at most ``limit`` of them; empty for a statement without a result.

    An aligned table says when there are more rows.
    """
    columns = list(cursor.columns)
    if not columns:
        return ""
    found = cursor.fetchmany(limit + 1)
    rows = [[_value(value) for value in row] for row in found[:limit]]
    if form == "csv":
        return _csv(columns, rows)
    if form == "json":
        return "\n".join(json.dumps(dict(zip(columns, row, strict=True)), default=str) for row in rows)
    more = f"\nthe first {limit} rows; --limit shows more" if len(found) > limit else ""
    return _aligned(columns, rows) + more


def _value(value: Any) -> Any:
    """A nested row as a dictionary; everything else as it is."""
    if hasattr(value, "asDict"):
        return value.asDict(recursive=True)
    return value.hex() if isinstance(value, (bytes, bytearray)) else value


def _csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue().rstrip("\n")


def _aligned(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """As `dbt show` prints rows; NULL is written out."""
    texts = [["NULL" if value is None else str(value) for value in row] for row in rows]
    kinds = [agate.Text(cast_nulls=False)] * len(columns)
    table = agate.Table(texts, _distinct(columns), kinds)
    text = io.StringIO()
    table.print_table(max_rows=None, max_columns=None, max_column_width=None, output=text)
    return text.getvalue().rstrip("\n")


def _distinct(columns: Sequence[str]) -> list[str]:
    """Names of a result whose columns have the same name, with their number."""
    return [name if list(columns).count(name) == 1 else f"{name} ({place})" for place, name in enumerate(columns, 1)]


def show(cursor: Cursor, form: str, limit: int) -> None:
    """Prints the rows of an executed statement."""
    if text := text_of(cursor, form, limit):
        sys.stdout.write(text + "\n")
