"""A GROUP BY or DISTINCT whose state expires: a group is forgotten when it has had no change for a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.sql import WEIGHT
from dbt.adapters.tablestore.views.operators.stateful import Stateful


@dataclass(frozen=True, eq=False)
class StatefulAggregate(Stateful):
    """A GROUP BY or DISTINCT whose state expires."""

    group: Aggregate

    words: ClassVar[str] = "a GROUP BY"

    def described(self) -> dict[str, Any]:
        """An aggregate of keyed models by the columns of the table."""
        calls = {name: sql.of_expression(call) for name, call in self.group.aggregates.items()}
        return {
            "type": "group-aggregate",
            "inputs": self._inputs(),
            "arguments": {"group_by": list(self.sides[0].key), "aggregates": calls},
            "states": ["groupAggregateState"],
            "sides": ["input"],
            "expiry": "gap",
        }

    def identity(self, keys: Sequence[Sequence[str]]) -> list[str]:
        """The keys of the GROUP BY."""
        return [quoted(name) for name in self.group.keys]

    def query(self, rows: Sequence[str], keys: Sequence[Sequence[str]], version: str | None) -> str:
        """The groups of rows of each version."""
        [side], [name], [key] = self.sides, rows, keys
        groups = [f"{WEIGHT}.v", *(quoted(name) for name in self.group.keys)]
        calls = [f"{sql.of_expression(call)} as {quoted(name)}" for name, call in self.group.aggregates.items()]
        items = [*groups[1:], *calls]
        items = [f"{WEIGHT}.v as {version}", *items] if version else items
        given = side.versions(name, key, version)
        return f"select {', '.join(items)}\nfrom ({given})\ngroup by {', '.join(groups)}"
