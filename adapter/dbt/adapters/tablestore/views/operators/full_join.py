"""Full joins.

The changes of both sides touch keys: the rows of both with these keys are joined as they are now, and as they were
before.
"""

from __future__ import annotations

from dataclasses import dataclass

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.join import Join
from dbt.adapters.tablestore.views.operators.sql import difference, named
from dbt.adapters.tablestore.views.operators.values import Kept, Seed


@dataclass(frozen=True, eq=False)
class FullJoin(Join):
    """A full join."""

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """All rows: a key of the result can be that of either side."""
        return self.select(refresh.now(self.left), refresh.now(self.right)), None

    def changes(self, refresh: Changes) -> str | None:
        """The rows with the touched keys, now and before."""
        self.require_keys()
        names = tuple(f"_k{number}" for number, _ in enumerate(self.keys, 1))
        parts = []
        for position, side in enumerate(self.inputs):
            changes = refresh.delta(side)
            if changes:
                pairs = zip(self.side_keys(position), names, strict=True)
                items = ", ".join(named(quoted(column), name) for column, name in pairs)
                parts.append(f"select {items} from {changes.name}")
        if not parts:
            return None
        touched = Kept(f"({' union all '.join(parts)})", 0)
        now, before = [], []
        for position, side in enumerate(self.inputs):
            seed = Seed(touched, tuple(self.side_keys(position)), names)
            rows = refresh.keep(refresh.now(side, seed))
            now.append(rows.all_rows)
            before.append(refresh.before(side, rows, seed))
        return difference(self.select(now[0], now[1]), self.select(before[0], before[1]), self.columns)
