"""Operators whose state expires: a join or an aggregate over tables that keep a changelog.

Its changes follow from those changelogs, which have the time of each change; the package's macros compute them. Its
rows cannot be computed from the tables, so nothing above it may need them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from dbt.adapters.tablestore.sql.durations import milliseconds
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.differing import Differing
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Columns, Operator, Planned, Planning, Prune, TypesOf
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.sql import listed
from dbt.adapters.tablestore.views.operators.values import Seed

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.operators.changes import Changes


@dataclass(frozen=True)
class Side:
    """A table that a stateful operator reads.

    ``alias`` is its name in the query, ``rows`` are its rows below the operator, and ``key`` the table's columns by
    which the operator joins or groups. ``hint`` is the duration of its STATE_TTL hint as it is written.
    """

    alias: str
    table: str
    rows: Operator
    key: Columns
    hint: str | None = None


@dataclass(frozen=True, eq=False)
class Stateful(Operator):
    """An operator whose state expires.

    ``of`` is the operator while nothing has expired; ``name`` is as which table its changes are given.
    """

    name: str
    of: Operator
    sides: tuple[Side, ...]

    kind: ClassVar[str]
    """The type of the operator of keyed models that has these states."""
    side_names: ClassVar[tuple[str, ...]]
    state_names: ClassVar[tuple[str, ...]]

    @property
    def label(self) -> str:
        """The names of its tables, by which it is recorded with the rows of a view."""
        return " and ".join(side.alias for side in self.sides)

    @property
    def reads(self) -> tuple[str, ...]:
        """The table as which its changes are given."""
        return (self.name,)

    @property
    def tables_with_columns(self) -> Mapping[str, Columns | None]:
        """Its tables, of which the macros read all columns."""
        return dict.fromkeys(scan.table for scan in self.of.find(Scan))

    @property
    def shown(self) -> tuple[Operator, ...]:
        """The rows of its sides."""
        return tuple(side.rows for side in self.sides)

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The rows while nothing has expired: those of a first run."""
        return f"select {listed(self.columns)} from ({refresh.now(self.of)})", None

    def changes(self, refresh: Changes) -> str | None:
        """The changes that the macros have computed."""
        return f"select * from {refresh.table(self.name).changes}"

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """Itself: its state has all its columns."""
        return self

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """The columns of the operator."""
        return known(self.of)

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """None: each has a state of its own."""
        return None

    @abstractmethod
    def arguments(self) -> dict[str, Any]:
        """Its arguments by the columns of the tables, as those of a keyed model."""

    @abstractmethod
    def parameters(self) -> dict[str, Any]:
        """Those of the macro that writes its query, by the columns below it."""

    def described(self) -> dict[str, Any]:
        """The operator as an annotation and a compiled plan describe it."""
        states = zip(self.state_names, self.sides, strict=True)
        return {
            "type": self.kind,
            "inputs": [{"table": side.table.replace("`", ""), "alias": side.alias} for side in self.sides],
            "arguments": self.arguments(),
            "states": [{"name": name, "alias": side.alias, "hint": side.hint} for name, side in states],
        }

    def for_macros(self) -> dict[str, Any]:
        """All that the package needs to compute its changes, see `tablestore.weighted_changes`.

        The query of a side is what is below the operator, over a relation that is named after the side. The package
        gives it the rows of the table with a column `_w`: their primary key, and a version, which tells apart what
        there was before and after each step of a run.
        """
        sides = [
            {"name": name, "table": side.table, "key": list(side.key), "query": side.rows.passed_on(f"{name}_given")}
            for name, side in zip(self.side_names, self.sides, strict=True)
        ]
        columns = [quoted(name) for name in self.columns]
        return {
            "name": self.name,
            "node": self.described(),
            "sides": sides,
            "parameters": self.parameters(),
            "columns": columns,
        }

    def ttls(self, state_ttl: int) -> dict[str, int]:
        """How long each state is kept in milliseconds, by its hints, or else by ``state_ttl``."""
        given = [state_ttl if side.hint is None else milliseconds(side.hint) or 0 for side in self.sides]
        return dict(zip(self.state_names, given, strict=True))

    # Words

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The line of the operator."""
        return self.of.explain(reasons)

    def members(self) -> dict[str, Any]:
        """None: its node has its description as a stateful operator."""
        return {}

    def planned(self, planning: Planning) -> Planned:
        """Its node, with its description and the TTLs of its states."""
        states = self.ttls(planning.state_ttl)
        return Planned(self.explain({}), self.shown, operator=self.described(), states=states)


def stateful_in(node: Operator) -> list[Stateful]:
    """The operators whose state expires, among an operator and all below it."""
    return [found for found in node.walk() if isinstance(found, Stateful)]
