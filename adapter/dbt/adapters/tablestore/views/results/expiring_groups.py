"""Groups whose state expires: a row that comes replaces that of its group, also one that no change takes away."""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.sql import WEIGHT, listed
from dbt.adapters.tablestore.views.operators.stateful_aggregate import StatefulAggregate
from dbt.adapters.tablestore.views.results.columns import equal
from dbt.adapters.tablestore.views.results.groups import Groups


@dataclass(frozen=True)
class ExpiringGroups(Groups):
    """Groups whose state expires: a row that comes replaces that of its group, also one that no change takes away."""

    operator: StatefulAggregate | None = None

    def changed_batch(self, changes: Changes, table: str) -> str | None:
        """The groups whose rows come, and those whose rows go without another one."""
        assert self.operator is not None
        delta = changes.of_query(self.query, self.operator)
        if not delta:
            return None
        key = ", ".join(f"{value} as {quoted(name)}" for name, value in self.key_values(self.of.keys).items())
        fresh = changes.keep(self._finished(f"select * from {delta.name} where {WEIGHT} > 0"))
        gone = changes.keep(f"select distinct {key} from {delta.name} where {WEIGHT} < 0")
        columns = [*self.columns, *self.hidden]
        items = [f"g.{quoted(name)}" if name in self.key else f"null as {quoted(name)}" for name in columns]
        return (
            f"select {listed(columns)}, '+I' as _row_kind from {fresh.name}\n"
            f"union all\nselect {', '.join(items)}, '-D' as _row_kind from {gone.name} as g\n"
            f"left anti join {fresh.name} as f on {equal(self.key, 'f', 'g')}"
        )
