"""What a refresh computes with: its inputs, the rows that it keeps, and the keys that queries are restricted to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from dbt.adapters.tablestore.sql.names import quoted

Sources = tuple[str, tuple[str, ...]]
"""Columns of a table, by their names there."""


class Input(TypedDict):
    """An input of a view at a refresh, as the macro `tablestore_view_input` returns it."""

    rows: str
    """What follows FROM to read its rows, the same ones until the refresh ends."""
    changes: str | None
    """The query of its changes since the last refresh, with their weights in `_w`; None if there are none."""
    reason: str | None
    """Why its changes are not known; None if they are."""
    lasting: str | None
    """Why they will not be known at the next refresh either; None if they will."""
    offset: Mapping[str, Any] | None
    """Up to where the refresh reads it, {epoch, commit}; None if its format records no versions."""
    position: str | None
    """The state of the table, see the macro `tablestore_view_position`."""
    stored: str | None
    """What follows FROM to read the stored rows of a materialized view, which has more columns; None for a table."""
    known: Mapping[str, Any] | None
    """What the package says of a table whose changes are read; None if its versions cannot be read."""
    together: Sequence[str]
    """The columns that are read of it at once for several views of a command; empty if no other view reads it."""
    read: Mapping[str, Any] | None
    """The changes that are read, {table, epoch, after}; None if there are none."""


Inputs = Mapping[str, Input]
"""The inputs of a view, by their quoted names."""


@dataclass(frozen=True)
class Table:
    """An input of the view at this refresh.

    ``rows`` is what follows FROM to read it as it is now, always the same rows during a refresh. ``changes`` is a
    relation with its columns and `_w`, None if it has not changed. ``size`` are its bytes and ``total`` its rows, 0
    where they are not known. ``together`` are the columns that are read of it at once for several views of a command;
    none if no other view reads it.
    """

    rows: str
    changes: str | None = None
    size: int = 0
    total: int = 0
    together: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kept:
    """A view with the rows of a query, which does not change until the refresh ends. ``rows`` is how many it has."""

    name: str
    rows: int

    @property
    def all_rows(self) -> str:
        """The query of its rows."""
        return f"select * from {self.name}"


@dataclass(frozen=True)
class Seed:
    """The keys that a query is restricted to: a relation with them, and the columns of an operator they are of.

    A key can be there several times. ``given`` are the columns whose values the keys are, and others that are equal
    to them by way of which ``columns`` are, in the same order; none if the keys are of several operators.
    ``changed`` is the table, and its columns, of whose changes these are the values, or some; None for other rows.
    ``is_small`` says that they are sent to all processes of Spark: it does not know how few rows a kept view has.
    """

    view: Kept
    columns: tuple[str, ...]
    names: tuple[str, ...]
    given: tuple[str, ...] = ()
    changed: Sources | None = None
    is_small: bool = False

    def on(self, columns: Iterable[str]) -> Seed:
        """The same keys for other columns."""
        return replace(self, columns=tuple(columns))

    def of(self, mapping: Mapping[str, str]) -> Seed | None:
        """The same keys for an operator below, which names the columns differently; None if it lacks one of them."""
        if not all(column in mapping for column in self.columns):
            return None
        return replace(self, columns=tuple(mapping[column] for column in self.columns))

    def within(self, columns: Sequence[str]) -> Seed | None:
        """The same keys for an operator below with some of the columns; None if it lacks one of them."""
        return self if set(self.columns) <= set(columns) else None


def restricted(query: str, seed: Seed, without_nulls: Collection[str] = ()) -> str:
    """The rows of a query that have one of the keys.

    Spark finds a key with `=` faster than with `<=>`, so it has that for the names of keys that are ``without_nulls``.
    """
    on = " and ".join(
        f"_l.{quoted(column)} {'=' if name in without_nulls else '<=>'} _r.{name}"
        for column, name in zip(seed.columns, seed.names, strict=True)
    )
    hint = "/*+ broadcast(_r) */ " if seed.is_small else ""
    return f"select {hint}_l.* from ({query}) as _l left semi join {seed.view.name} as _r on {on}"
