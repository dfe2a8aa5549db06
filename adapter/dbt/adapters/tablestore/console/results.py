"""Results of statements as text: aligned, as CSV, or as JSON lines."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from pyspark.sql import Row

FORMATS = ("table", "csv", "json")
TABLE_LIMIT = 1000
"""The rows of an aligned table, which is in memory, when nobody asks for another number."""


class Result(Protocol):
    """The result of an executed statement, such as a cursor."""

    @property
    def columns(self) -> Sequence[str]:
        """The names of its columns; none for a statement without a result."""

    def fetchmany(self, size: int) -> Sequence[Row]:
        """The first rows, at most so many."""

    def batches(self) -> Iterator[Sequence[Row]]:
        """All rows, few at a time."""


class Printed(NamedTuple):
    """How many rows were printed, None for a statement without a result, and whether it has more."""

    rows: int | None
    more: bool


def texts(result: Result, form: str, limit: int | None) -> Generator[str, None, Printed]:
    """The lines of a result, few at a time, and how many rows they have: at most ``limit``.

    Without a limit, an aligned table has `TABLE_LIMIT` rows, and the other forms have all.
    """
    columns = list(result.columns)
    if not columns:
        return Printed(None, False)
    limit = TABLE_LIMIT if limit is None and form == "table" else limit
    # of few rows, Spark computes no others
    if limit is None or (form != "table" and limit > TABLE_LIMIT):
        return (yield from _in_batches(columns, result, form, limit))
    found = result.fetchmany(limit + 1)
    rows = found[:limit]
    if form == "table":
        yield _aligned(columns, rows)
    else:
        yield _heading(columns, form) + _lines(columns, rows, form)
    return Printed(len(rows), len(found) > limit)


def _in_batches(columns: Sequence[str], result: Result, form: str, limit: int | None) -> Generator[str, None, Printed]:
    """The lines of rows of which only few are in memory."""
    count = 0
    yield _heading(columns, form)
    for batch in result.batches():
        rows = batch if limit is None else batch[: limit - count]
        count += len(rows)
        yield _lines(columns, rows, form)
        if len(rows) < len(batch):
            return Printed(count, True)
    return Printed(count, False)


def _of_json(value: Any) -> Any:
    """A value of Python as JSON has it; what JSON has not is text."""
    if hasattr(value, "asDict"):
        value = value.asDict()
    if isinstance(value, dict):
        return {name: _of_json(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_of_json(inner) for inner in value]
    is_finite = isinstance(value, float) and math.isfinite(value)
    return value if value is None or is_finite or isinstance(value, (bool, int, str)) else _text(value)


def _text(value: Any) -> str:
    """A value as SQL has it."""
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else f"{'-' if value < 0 else ''}Infinity"
    return f"{value:f}" if isinstance(value, Decimal) else str(value)


def _heading(columns: Sequence[str], form: str) -> str:
    return _csv([columns]) if form == "csv" else ""


def _lines(columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str) -> str:
    if form == "csv":
        return _csv([["" if value is None else _text(value) for value in row] for row in rows])
    names = _distinct(columns)
    objects = (dict(zip(names, map(_of_json, row), strict=True)) for row in rows)
    return "".join(json.dumps(found) + "\n" for found in objects)


def _csv(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _aligned(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """As `dbt show` prints rows; NULL is written out."""
    import agate  # takes a while, and `--help` needs the names of the formats only

    cells = [["NULL" if value is None else _text(value) for value in row] for row in rows]
    kinds = [agate.Text(cast_nulls=False)] * len(columns)
    table = agate.Table(cells, _distinct(columns), kinds)
    text = io.StringIO()
    table.print_table(max_rows=None, max_columns=None, max_column_width=None, output=text)
    return text.getvalue()


def _distinct(columns: Sequence[str]) -> list[str]:
    """The names of a result, each once: a name of several columns gets their places, or the next free numbers."""
    names, counts = list(columns), Counter(columns)
    for place, name in enumerate(columns):
        if counts[name] > 1:
            numbered = (f"{name} ({number})" for number in itertools.count(place + 1))
            names[place] = next(found for found in numbered if found not in names)
    return names
