"""Operators whose state expires: a join or an aggregate over tables that keep a changelog.

Its changes follow from those changelogs, which have the time of each change; the package's macros compute them. Its
rows cannot be computed from the tables, so nothing above it may need them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dbt.adapters.tablestore.sql.durations import milliseconds
from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.differing import Differing
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Columns, Operator, Planned, Planning, Prune, TypesOf
from dbt.adapters.tablestore.views.operators.scan import Scan
from dbt.adapters.tablestore.views.operators.sql import WEIGHT, listed
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

    def versions(self, rows: str, key: Sequence[str], version: str | None) -> str:
        """Its rows below the operator, each with its version and primary key in `_w`, from a relation with those."""
        values = [f"{version or 0} as v", *(f"{column} as k{number}" for number, column in enumerate(key, 1))]
        return self.rows.passed_on(f"(select *, struct({', '.join(values)}) as {WEIGHT} from {rows})")


@dataclass(frozen=True, eq=False)
class Stateful(Operator):
    """An operator whose state expires.

    ``of`` is the operator while nothing has expired; ``name`` is as which table its changes are given.
    """

    name: str
    of: Operator
    sides: tuple[Side, ...]

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

    # For the macros that compute its changes. They give the rows of each side with a `_version`, which tells apart what
    # there was before and after each step of a run. The rows go through the projections and filters below the operator
    # with that version and their primary key.

    @abstractmethod
    def described(self) -> dict[str, Any]:
        """The operator as the package's macros and a compiled plan describe it.

        `type`, `inputs` and `arguments` are those of the stateful operators of keyed models; `states` are the names of
        the states of its sides, `sides` those of their rows, and `expiry` is how they expire.
        """

    @abstractmethod
    def identity(self, keys: Sequence[Sequence[str]]) -> list[str]:
        """The quoted columns that identify a row, given the primary key of each side."""

    @abstractmethod
    def query(self, rows: Sequence[str], keys: Sequence[Sequence[str]], version: str | None) -> str:
        """The query of the operator per version of the rows, or over rows of one version.

        Args:
            rows: the names of the rows of each side.
            keys: the primary key of each side, quoted.
            version: the column of the version; none for rows of one version, which have no such column.
        """

    def net_changes(self, changes: str, keys: Sequence[Sequence[str]]) -> str:
        """What a run does to its rows, with weights: the first old and the last new row of each identity."""
        names = self.identity(keys)
        row = ", ".join(quoted(name) for name in self.columns)
        is_new = "_row_kind in ('+I', '+U')"
        # of equal commits, what goes is before what comes
        event = f"struct(struct(_commit as at, {is_new} as is_new) as place, struct({row}) as row) as _event"
        group = f"\n    group by {', '.join(names)}" if names else ""
        ends = "array(struct(-1, _first.place.is_new, _first.row), struct(1, _last.place.is_new, _last.row))"
        return (
            f"(\n  select _row.*, {WEIGHT}\n  from (\n"
            f"    select min_by(_event, _event.place) as _first, max_by(_event, _event.place) as _last\n"
            f"    from (select {', '.join([*names, event])} from {changes}){group}\n  )\n"
            f"  lateral view inline({ends}) as {WEIGHT}, _is_new, _row\n"
            f"  where _is_new = ({WEIGHT} = 1)\n)"
        )

    def ttls(self, state_ttl: int) -> dict[str, int]:
        """How long each state is kept in milliseconds, by its hints, or else by ``state_ttl``."""
        given = [state_ttl if side.hint is None else milliseconds(side.hint) or 0 for side in self.sides]
        return dict(zip(self.described()["states"], given, strict=True))

    def _inputs(self) -> list[dict[str, str]]:
        return [{"table": side.table.replace("`", ""), "alias": side.alias} for side in self.sides]

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
