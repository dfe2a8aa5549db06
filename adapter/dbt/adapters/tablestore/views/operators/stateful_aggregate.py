"""A GROUP BY or DISTINCT whose state expires: a group is forgotten when it has had no change for a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.stateful import Stateful


@dataclass(frozen=True, eq=False)
class StatefulAggregate(Stateful):
    """A GROUP BY or DISTINCT whose state expires."""

    group: Aggregate

    words: ClassVar[str] = "a GROUP BY"
    kind: ClassVar[str] = "group-aggregate"
    side_names: ClassVar[tuple[str, ...]] = ("input",)
    state_names: ClassVar[tuple[str, ...]] = ("groupAggregateState",)

    def arguments(self) -> dict[str, Any]:
        """The columns of the table, and the aggregates."""
        return {"group_by": list(self.sides[0].key), "aggregates": self._calls()}

    def parameters(self) -> dict[str, Any]:
        """The keys of the GROUP BY, and the aggregates."""
        return {"groups": list(self.group.keys), "aggregates": self._calls()}

    def _calls(self) -> dict[str, str]:
        return {name: sql.of_expression(call) for name, call in self.group.aggregates.items()}
