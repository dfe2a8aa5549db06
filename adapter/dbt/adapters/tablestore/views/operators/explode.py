"""A generator function over each row, such as LATERAL VIEW explode.

Its changes are the generator function over the changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Columns, Operator, Prune, Unary, as_text
from dbt.adapters.tablestore.views.operators.values import Seed
from sqlglot import exp


@dataclass(frozen=True, eq=False)
class Explode(Unary):
    """A generator function over each row: the child's columns and ``outputs``."""

    generator: exp.Expr
    outputs: Columns
    outer: bool

    words: ClassVar[str] = "a LATERAL VIEW"

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The generator function."""
        return (self.generator,)

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The function over the rows, of those with the keys if these are columns of its input."""
        pushed = seed and seed.within(self.child.columns)
        return self._select(refresh.now(self.child, pushed)), pushed

    def changes(self, refresh: Changes) -> str | None:
        """The function over the changes."""
        changes = refresh.passed(self.child)
        return changes and self._select(changes, weighted=True)

    def _select(self, rows: str, weighted: bool = False) -> str:
        items = sql.selected([sql.listed(self.columns)], weighted)
        call = f"{'outer ' * self.outer}{sql.of_expression(self.generator)}"
        return f"select {items} from ({rows}) as _q lateral view {call} as {sql.listed(self.outputs)}"

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed columns of its input and those of the function, with all that the function gives."""
        below = {name for name in needed if name not in self.outputs}
        child = prune(self.child, below | names_in([self.generator]))
        return replace(self, columns=child.columns + self.outputs, child=child)

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The function, and how many columns it gives."""
        return (*first.names(self.child.columns), *first.texts(self.given), len(self.outputs), self.outer)

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The function."""
        return f"Correlate(invocation=[{as_text(self.generator)}], joinType=[{'LEFT' if self.outer else 'INNER'}])"

    def members(self) -> dict[str, Any]:
        """The function."""
        kind = "LEFT" if self.outer else "INNER"
        return {"type": "stream-exec-correlate_1", "invocation": as_text(self.generator), "joinType": kind}
