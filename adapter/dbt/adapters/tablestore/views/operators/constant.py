"""Rows that the query gives itself: VALUES, and the one row of a SELECT without FROM.

They never change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.differing import Differing
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Operator, Prune, TypesOf, joined
from dbt.adapters.tablestore.views.operators.values import Seed
from sqlglot import exp


@dataclass(frozen=True, eq=False)
class Constant(Operator):
    """Rows of expressions that read no columns."""

    rows: tuple[exp.Expr, ...]

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The rows."""
        return self.rows

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """All rows."""
        rows = ", ".join(map(sql.of_expression, self.rows))
        return f"select * from values {rows} as _q({sql.listed(self.columns)})", None

    def changes(self, refresh: Changes) -> str | None:
        """None."""
        return None

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """All columns."""
        return self

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """None of its columns."""
        return Differing()

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The rows."""
        return tuple(first.texts(self.rows))

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The rows."""
        return f"Values(tuples=[{joined(self.rows, ', ')}], fields=[{', '.join(self.columns)}])"

    def members(self) -> dict[str, Any]:
        """The rows."""
        return {"type": "stream-exec-values_1", "tuples": [row.sql("spark") for row in self.rows]}
