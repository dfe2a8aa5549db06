"""Left, semi and anti joins.

The left side passes changes on: each changed row is joined with the right side as it is now. The right side touches
keys: the rows that the left side had before with these keys are joined with the right side as it is now, and as it was
before.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.join import Join
from dbt.adapters.tablestore.views.operators.sql import WEIGHT, listed
from dbt.adapters.tablestore.views.operators.uniqueness import NO_KEYS, Keys
from dbt.adapters.tablestore.views.operators.values import Kept, Seed, restricted


@dataclass(frozen=True, eq=False)
class LeftJoin(Join):
    """A left, semi or anti join."""

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether the left row follows from the columns, and the right row from those and the left one.

        A left row without a match has one row.
        """
        if not self.left.is_unique(set(names) & set(self.left.columns), keys):
            return False
        equal = {right for left, right in self.keys if keys.are_comparable(left, right)}
        return not self.has_right_columns or self.right.is_unique(equal | set(names) & set(self.right.columns), keys)

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The rows of the left side with the keys, and those of the right side for them."""
        pushed = seed and seed.within(self.left.columns)
        if pushed is None or not self.keys:
            return self.select(refresh.now(self.left, pushed), refresh.now(self.right)), pushed
        left = refresh.keep(refresh.now(self.left, pushed))
        keys = refresh.keys_of(left, self.side_keys(0)).on(self.side_keys(1))
        return self.select(left.all_rows, refresh.now(self.right, keys)), pushed

    def changes(self, refresh: Changes) -> str | None:
        """What the changes of each side do."""
        left, right = refresh.delta(self.left), refresh.delta(self.right)
        if right:
            self.require_keys()
        parts = [self._of_left(refresh, left)] if left else []
        parts += self._of_right(refresh, left, right) if right else []
        return " union all ".join(parts) or None

    def _of_left(self, refresh: Changes, left: Kept) -> str:
        seed = refresh.keys_of(left, self.side_keys(0)).on(self.side_keys(1)) if self.keys else None
        rows = refresh.now(self.right, seed)
        return f"select {listed(self.columns)}, {WEIGHT} from ({self.select(left.all_rows, rows, weighted=True)})"

    def _of_right(self, refresh: Changes, left: Kept | None, right: Kept) -> list[str]:
        touched = refresh.keys_of(right, self.side_keys(1))
        seed = touched.on(self.side_keys(0))
        query = f"select *, 1 as {WEIGHT} from ({refresh.now(self.left, seed)})"
        if left:
            gone = restricted(left.all_rows, seed)
            query += f" union all select {listed(self.left.columns)}, -{WEIGHT} from ({gone}) as _q"
        met = refresh.keep(query)
        if not met.rows:
            return []
        columns = listed(self.columns)
        return [
            f"select {columns}, {sign}{WEIGHT} from ({self.select(met.all_rows, rows, weighted=True)})"
            for sign, rows in zip(("", "-"), self._right_rows(refresh, right, touched), strict=True)
        ]

    def _right_rows(self, refresh: Changes, right: Kept, touched: Seed) -> tuple[str, str]:
        """The rows of the right side with the touched keys, now and before."""
        if not refresh.apart and self.right.is_unique(self.side_keys(1), NO_KEYS):
            # each of these keys has one row at most: that which has come, and before that which has gone
            rows = f"select {listed(self.right.columns)} from {right.name} where {WEIGHT}"
            return f"{rows} > 0", f"{rows} < 0"
        now = refresh.keep(refresh.now(self.right, touched))
        return now.all_rows, refresh.before(self.right, now, touched)
