"""A join whose state expires: each side remembers its rows for a time, and a change meets what the other remembers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.join import Join
from dbt.adapters.tablestore.views.operators.operator import Operator, Prune, at, positions
from dbt.adapters.tablestore.views.operators.sql import WEIGHT
from dbt.adapters.tablestore.views.operators.stateful import Stateful
from sqlglot import exp

_SQL = {"inner": "join", "left": "left join", "full": "full join"}
_SIDES = ("left", "right")


@dataclass(frozen=True, eq=False)
class StatefulJoin(Stateful):
    """A join whose state expires; ``conditions`` are those of its ON, which for an inner join are in a filter."""

    join: Join
    conditions: tuple[exp.Expr, ...]

    words: ClassVar[str] = "a join"

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed columns, or one: its states have all that it reads."""
        return replace(self, columns=at(self.columns, positions(self.columns, needed)))

    def described(self) -> dict[str, Any]:
        """A join of keyed models by the columns of the tables."""
        keys = zip(*(side.key for side in self.sides), strict=True)
        on = [{"left": left, "right": right} for left, right in keys]
        return {
            "type": "join",
            "inputs": self._inputs(),
            "arguments": {"on": on, "join_type": self.join.kind, "columns": None},
            "states": ["leftState", "rightState"],
            "sides": list(_SIDES),
            "expiry": "window",
        }

    def identity(self, keys: Sequence[Sequence[str]]) -> list[str]:
        """Both primary keys, and whether each side has a row."""
        return [name for position in (0, 1) for name in _pair(position, keys[position])]

    def query(self, rows: Sequence[str], keys: Sequence[Sequence[str]], version: str | None) -> str:
        """The join of rows of the same version."""
        triples = zip(self.sides, rows, keys, strict=True)
        left, right = (side.versions(name, key, version) for side, name, key in triples)
        pairs = {**_pair(0, keys[0]), **_pair(1, keys[1])}
        items = [f"coalesce(l.{WEIGHT}.v, r.{WEIGHT}.v) as {version}"] if version else []
        items += [f"{value} as {name}" for name, value in pairs.items()]
        items += [quoted(name) for name in self.columns]
        return (
            f"select {', '.join(items)}\nfrom ({left}) as l\n{_SQL[self.join.kind]} ({right}) as r\n"
            f"  on {sql.all_of(self.conditions)} and l.{WEIGHT}.v = r.{WEIGHT}.v"
        )

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The line of the join with its conditions."""
        return replace(self.join, conditions=self.conditions).explain(reasons)


def _pair(position: int, key: Sequence[str]) -> dict[str, str]:
    """Columns that identify a side of a join -> their values."""
    side = _SIDES[position]
    found = {f"_{side}_{number}": f"{side[0]}.{WEIGHT}.k{number}" for number, _ in enumerate(key, 1)}
    return {**found, f"_{side}_exists": f"{side[0]}.{WEIGHT} is not null"}
