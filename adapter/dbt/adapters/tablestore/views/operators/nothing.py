"""No rows, with the columns and types of another operator: over it, aggregates give their values of no rows.

It never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.differing import Differing
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Operator, Prune, TypesOf
from dbt.adapters.tablestore.views.operators.values import Seed


@dataclass(frozen=True, eq=False)
class Nothing(Operator):
    """No rows, with the columns of ``of``, which it does not read."""

    of: Operator

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """A query that Spark does not run, because its condition is false."""
        return f"select * from ({refresh.now(self.of)}) where false", None

    def changes(self, refresh: Changes) -> str | None:
        """None."""
        return None

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """Nothing with the needed columns."""
        of = prune(self.of, needed)
        return Nothing(of.columns, of)

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """The columns of the other operator."""
        return known(self.of)

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """None: it costs nothing to have it twice."""
        return None

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The columns."""
        return f"Values(tuples=[[]], fields=[{', '.join(self.columns)}])"

    def members(self) -> dict[str, Any]:
        """The columns."""
        return {"type": "stream-exec-values_1", "tuples": [], "fields": list(self.columns)}
