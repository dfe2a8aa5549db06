"""The rows that fulfil a condition on the current time.

D(filter) = the changes that fulfilled the condition at the time of the last refresh, and the rows of now that fulfil
it at one of the two times only. These are the rows between two bounds, so files without such rows are not read.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.moments import Moment
from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.operator import Operator, Prune, Unary, as_text
from dbt.adapters.tablestore.views.operators.sql import WEIGHT
from dbt.adapters.tablestore.views.operators.times import Time, at
from dbt.adapters.tablestore.views.operators.uniqueness import Keys
from dbt.adapters.tablestore.views.operators.values import Seed
from sqlglot import exp


@dataclass(frozen=True, eq=False)
class MovingFilter(Unary):
    """The rows that fulfil a condition on the current time."""

    condition: exp.Expr

    words: ClassVar[str] = "a condition on the current time"
    remembers: ClassVar[str] = "none, rows between two times are read again"

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The condition."""
        return (self.condition,)

    @property
    def own_times(self) -> frozenset[str]:
        """The types of the current times in the condition."""
        return frozenset(found.kind for found in self.condition.find_all(Moment))

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The rows with the keys that fulfil the condition now."""
        rows = refresh.now(self.child, seed)
        return f"select * from ({rows}) as _q where {self._at(refresh.times.now)}", seed

    def changes(self, refresh: Changes) -> str | None:
        """Those of its input, and the rows that come and go because of the time."""
        times = refresh.times
        if times.why_unknown:
            raise CannotPlanError(times.why_unknown)
        now, before = self._at(times.now), self._at(times.before)
        names = sql.listed(self.columns)
        below, parts = refresh.passed(self.child), []
        if below:
            parts.append(f"select {names}, {WEIGHT} from ({below}) as _q where {before}")
        if times.have_moved(self.own_times):
            rows = f"from ({refresh.now(self.child)}) as _q where"
            parts.append(f"select {names}, 1 as {WEIGHT} {rows} {now} and (not {before} or {before} is null)")
            parts.append(f"select {names}, -1 as {WEIGHT} {rows} {before} and (not {now} or {now} is null)")
        return " union all ".join(parts) or None

    def _at(self, time: Time | None) -> str:
        return f"({sql.of_expression(at(time, self.condition))})"

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed columns and those of the condition."""
        child = prune(self.child, {*needed, *names_in(self.given)})
        return replace(self, columns=child.columns, child=child)

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether no two rows of its input are."""
        return self.child.is_unique(names, keys)

    def explain(self, reasons: Any) -> str:
        """The condition."""
        return f"Calc(where=[{as_text(self.condition)}], moves=[with time])"

    def members(self) -> dict[str, Any]:
        """The condition."""
        return {"type": "stream-exec-calc_1", "condition": as_text(self.condition)}
