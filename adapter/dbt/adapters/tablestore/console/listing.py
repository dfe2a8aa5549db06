"""SHOW TABLES for a person: with views, and without the side tables of keyed tables, which SHOW ALL TABLES has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.spark.sessions.cursor import Cursor
from dbt.adapters.tablestore.sql.statement_text import tokens
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import Row

# Side tables of commits that have ended, and of those that are written.
_SIDE = re.compile(
    r"(.+)__(?:commits|changelog|uncompacted|deleted|rows|refreshes|groups_\d|(?:commit|input|batch|fold|claim)(?:_\w+)?)"
)

# The rows of one commit. A first run that has failed leaves them, and no table of its own.
_OF_COMMIT = re.compile(r".+__(?:commit|input)_\d+_[0-9a-f]{8}")


@dataclass(frozen=True)
class Show:
    """A SHOW TABLES statement: what follows these words, and whether side tables are asked for."""

    rest: str
    everything: bool


@dataclass(frozen=True)
class Listing:
    """The result of a SHOW TABLES statement; ``hidden`` is how many side tables there are besides."""

    columns: Sequence[str]
    rows: Sequence[Row]
    hidden: int

    def fetchmany(self, size: int) -> Sequence[Row]:
        """The first rows, at most so many."""
        return self.rows[:size]

    def batches(self) -> Iterator[Sequence[Row]]:
        """All rows."""
        yield self.rows


def asked(statement: str) -> Show | None:
    """What SHOW TABLES or SHOW ALL TABLES asks for; None for another statement."""
    found = tokens(statement)
    words = [token.text.lower() for token in found[:3]]
    length = 2 if words[:2] == ["show", "tables"] else 3 if words == ["show", "all", "tables"] else 0
    return Show(statement[found[length - 1].end :], length == 3) if length else None


def listing(cursor: Cursor, show: Show) -> Listing:
    """The tables and views that a SHOW TABLES statement asks for, in the order of their names."""
    cursor.execute(f"show tables {show.rest}")
    columns, rows = cursor.columns, [*cursor.fetchall(), *_views(cursor, show.rest)]
    names = {_name(row) for row in rows}
    side = set() if show.everything else side_tables(names)
    shown = {_name(row): row for row in reversed(rows) if _name(row) not in side}
    return Listing(columns, [shown[name] for name in sorted(shown)], len(side))


def side_tables(names: Iterable[str]) -> set[str]:
    """The side tables among these tables of a schema, in lower case: those whose own table is among them too.

    The name of the rows of one commit tells it by itself.
    """
    known = {name.lower() for name in names}
    return {
        name for name in known if (found := _SIDE.fullmatch(name)) and (found[1] in known or _OF_COMMIT.fullmatch(name))
    }


def _views(cursor: Cursor, rest: str) -> list[Row]:
    """The views, which an Iceberg catalog does not list with the tables."""
    try:
        cursor.execute(f"show views {rest}")
        return cursor.fetchall()
    except (PySparkException, Py4JError):  # a catalog without views
        return []


def _name(row: Any) -> str:
    """The name of a listed table or view, which is after its namespace."""
    return str(row[1]).lower()
