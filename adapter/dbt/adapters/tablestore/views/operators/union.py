"""All rows of several branches.

The changes of a union are the union of the changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from dbt.adapters.tablestore.sql.names import quoted
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.differing import Differing, Names
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Columns, Operator, Prune, TypesOf, at, positions
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.sql import WEIGHT, named
from dbt.adapters.tablestore.views.operators.values import Seed


@dataclass(frozen=True, eq=False)
class Union(Operator):
    """All rows of the branches, whose columns correspond by position."""

    branches: tuple[Operator, ...]

    words: ClassVar[str] = "a UNION"

    @property
    def inputs(self) -> tuple[Operator, ...]:
        """The branches."""
        return self.branches

    def _over(self, inputs: tuple[Operator, ...]) -> Operator:
        return replace(self, branches=inputs)

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The rows of the branches, each restricted to the keys."""
        pairs = [dict(zip(self.columns, branch.columns, strict=True)) for branch in self.branches]
        seeds = [seed and seed.of(names) for names in pairs]
        return self._select([refresh.now(*pair) for pair in zip(self.branches, seeds, strict=True)]), seed

    def changes(self, refresh: Changes) -> str | None:
        """The changes of the branches."""
        changes = [refresh.passed(branch) for branch in self.branches]
        if not any(changes):
            return None
        # A branch without changes is there for its types.
        empty = [f"select *, 1 as {WEIGHT} from ({refresh.now(branch)}) where false" for branch in self.branches]
        return self._select([query or rows for query, rows in zip(changes, empty, strict=True)], weighted=True)

    def _select(self, branches: Sequence[str], weighted: bool = False) -> str:
        parts = []
        for branch, rows in zip(self.branches, branches, strict=True):
            items = [named(quoted(source), name) for source, name in zip(branch.columns, self.columns, strict=True)]
            parts.append(f"select {sql.selected(items, weighted)} from ({rows}) as _q")
        return " union all ".join(parts)

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed columns, or one, of each branch in the same order."""
        kept = positions(self.columns, needed)
        branches = (_exactly(branch, at(branch.columns, kept), prune) for branch in self.branches)
        return Union(at(self.columns, kept), tuple(branches))

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """The columns that can differ in one of the branches."""
        branches = [known(branch) for branch in self.branches]

        def at_places(names: list[Names]) -> Names:
            return frozenset(
                name
                for place, name in enumerate(self.columns)
                if any(branch.columns[place] in those for branch, those in zip(self.branches, names, strict=True))
            )

        return Differing(at_places([one.loose for one in branches]), at_places([one.noisy for one in branches]))

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The columns of each branch."""
        return tuple(tuple(first.names(branch.columns)) for branch in self.branches)

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """That it has all rows."""
        return "Union(all=[true])"

    def members(self) -> dict[str, Any]:
        """None but its type."""
        return {"type": "stream-exec-union_1"}


def _exactly(node: Operator, columns: Columns, prune: Prune) -> Operator:
    """The operator with these columns in this order."""
    node = prune(node, columns)
    return node if node.columns == columns else Project(columns, node, tuple(map(column, columns)))
