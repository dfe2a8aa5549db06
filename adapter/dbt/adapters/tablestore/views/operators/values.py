"""What a refresh computes with: its inputs, the rows that it keeps, and the keys that queries are restricted to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dbt.adapters.tablestore.views.operators.sql import quoted

Sources = tuple[str, tuple[str, ...]]
"""Columns of a table, by their names there."""


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
