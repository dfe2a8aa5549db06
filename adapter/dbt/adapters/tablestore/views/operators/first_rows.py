"""The first rows of a query in an order without ties: ORDER BY with LIMIT and OFFSET.

The changes are the difference between the first n rows of now and those of before. If m rows were added, the first n
rows of before are among the first n + m rows of now and those that were removed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.differing import Differing
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Operator, Prune, TypesOf, Unary, joined
from dbt.adapters.tablestore.views.operators.sql import WEIGHT
from dbt.adapters.tablestore.views.operators.uniqueness import Keys
from dbt.adapters.tablestore.views.operators.values import Seed
from sqlglot import exp


@dataclass(frozen=True, eq=False)
class FirstRows(Unary):
    """At most ``limit`` rows after ``offset`` others, by ``order`` and then by all columns."""

    order: tuple[exp.Expr, ...]
    limit: int
    offset: int

    words: ClassVar[str] = "a LIMIT"
    remembers: ClassVar[str] = "none, the first rows are read again"
    cost_class: ClassVar[str] = "groups"

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The keys of the order."""
        return self.order

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The first rows, whatever the keys are."""
        return self._first(refresh.now(self.child)), None

    def changes(self, refresh: Changes) -> str | None:
        """The first rows, now and before."""
        changes = refresh.delta(self.child)
        if not changes:
            return None
        one_each = f"lateral view explode(sequence(1, {WEIGHT})) as _copy"
        added = refresh.keep(
            f"select 1 as _one from (select * from {changes.name} where {WEIGHT} > 0) as _q {one_each}"
        )
        now = refresh.keep(self._ordered(refresh.now(self.child), self.offset + self.limit + added.rows, 0))
        before = refresh.all_before(self.child, now, changes)
        return sql.difference(self._first(now.all_rows), self._first(before), self.columns)

    def _first(self, rows: str) -> str:
        return self._ordered(rows, self.limit, self.offset)

    def _ordered(self, rows: str, limit: int, offset: int) -> str:
        given = self._ordered_columns
        keys = [*map(sql.of_expression, self.order)]
        keys += [f"{quoted(name)} nulls first" for name in self.columns if name not in given]
        after = f" offset {offset}" if offset else ""
        return f"select * from ({rows}) as _q order by {', '.join(keys)} limit {limit}{after}"

    @property
    def _ordered_columns(self) -> set[str]:
        """The columns that the order has itself."""
        return {
            key.this.name for key in self.order if isinstance(key, exp.Ordered) and isinstance(key.this, exp.Column)
        }

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """All columns, which decide which rows are the first."""
        child = prune(self.child, self.columns)
        return replace(self, columns=child.columns, child=child)

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether no two rows of its input are."""
        return self.child.is_unique(names, keys)

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """Rows whose order has no ties are the same each time.

        Raises:
            CannotPlanError: the query as it is written can return other rows of those that are tied.
        """
        below = known(self.child)
        if below.loose or below.noisy or not set(self.columns) <= self._ordered_columns:
            raise CannotPlanError("the rows of the view depend on the order of those of a query with LIMIT")
        return below

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The order, and how many rows."""
        return (*first.names(self.child.columns), *first.texts(self.order), self.limit, self.offset)

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The order, and how many rows."""
        order = joined(self.order, ", ")
        return f"SortLimit(orderBy=[{order}], offset=[{self.offset}], fetch=[{self.limit}])"

    def members(self) -> dict[str, Any]:
        """The order, and how many rows."""
        order = [key.sql("spark").replace("`", "") for key in self.order]
        members = {"type": "stream-exec-sort-limit_1", "orderBy": order}
        return {**members, "rankRange": {"start": self.offset + 1, "end": self.offset + self.limit}}
