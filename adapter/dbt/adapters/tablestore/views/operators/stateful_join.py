"""A join whose state expires: each side remembers its rows for a time, and a change meets what the other remembers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.join import Join
from dbt.adapters.tablestore.views.operators.operator import Operator, Prune, at, positions
from dbt.adapters.tablestore.views.operators.stateful import Stateful
from sqlglot import exp


@dataclass(frozen=True, eq=False)
class StatefulJoin(Stateful):
    """A join whose state expires; ``conditions`` are those of its ON, which for an inner join are in a filter."""

    join: Join
    conditions: tuple[exp.Expr, ...]

    words: ClassVar[str] = "a join"
    kind: ClassVar[str] = "join"
    side_names: ClassVar[tuple[str, ...]] = ("left", "right")
    state_names: ClassVar[tuple[str, ...]] = ("leftState", "rightState")

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed columns, or one: its states have all that it reads."""
        return replace(self, columns=at(self.columns, positions(self.columns, needed)))

    def arguments(self) -> dict[str, Any]:
        """The columns of the tables that are equal, and the kind of join."""
        pairs = zip(*(side.key for side in self.sides), strict=True)
        on = [{"left": left, "right": right} for left, right in pairs]
        return {"on": on, "join_type": self.join.kind, "columns": None}

    def parameters(self) -> dict[str, Any]:
        """The kind of join, and the conditions of its ON."""
        return {"kind": self.join.kind, "conditions": [sql.all_of(self.conditions)]}

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The line of the join with its conditions."""
        return replace(self.join, conditions=self.conditions).explain(reasons)
