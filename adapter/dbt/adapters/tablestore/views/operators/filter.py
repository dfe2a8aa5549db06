"""The rows that fulfil all conditions.

The changes of a filter are the filter of the changes: a condition looks at one row. A filter over inner joins is part
of their block, see `inner_join`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import names_in
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.differing import Differing
from dbt.adapters.tablestore.views.operators.join import equalities
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import (
    Operator,
    Planned,
    Planning,
    Prune,
    TypesOf,
    Unary,
    at,
    joined,
    positions,
)
from dbt.adapters.tablestore.views.operators.uniqueness import Keys, is_first, is_unique_in_join
from dbt.adapters.tablestore.views.operators.values import Seed
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.operators.inner_join import InnerJoin


@dataclass(frozen=True, eq=False)
class Filter(Unary):
    """The rows that fulfil all conditions."""

    conditions: tuple[exp.Expr, ...]

    @property
    def given(self) -> tuple[exp.Expr, ...]:
        """The conditions."""
        return self.conditions

    @property
    def filters(self) -> tuple[exp.Expr, ...]:
        """The conditions."""
        return self.conditions

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The rows with the keys that fulfil the conditions."""
        if self.block:
            return self.block.now_of(self, refresh, seed)
        return self._select(refresh.now(self.child, seed)), seed

    def changes(self, refresh: Changes) -> str | None:
        """The changes that fulfil the conditions."""
        if self.block:
            return self.block.changes_of(self, refresh)
        changes = refresh.passed(self.child)
        return changes and self._select(changes, weighted=True)

    @property
    def _has_all_columns(self) -> bool:
        return self.columns == self.child.columns

    def _select(self, rows: str, weighted: bool = False) -> str:
        items = "*" if self._has_all_columns else sql.selected([sql.listed(self.columns)], weighted)
        return f"select {items} from ({rows}) as _q where {sql.all_of(self.conditions)}"

    def passed_on(self, rows: str) -> str:
        """The query over rows with a column `_w`, which it passes on."""
        return self._select(self.child.passed_on(rows), weighted=True)

    def is_net(self, refresh: Changes) -> bool:
        """What has no rows that cancel out has none among those that fulfil the conditions."""
        return not self.block and self._has_all_columns and (refresh.is_known(self.child) or self.child.is_net(refresh))

    @property
    def equal_columns(self) -> Iterable[tuple[str, str]]:
        """Those of its conditions."""
        return equalities(self.conditions)

    @property
    def block(self) -> InnerJoin | None:
        """The inner join that it filters."""
        return self.child.block

    def leaves(self) -> tuple[list[Operator], list[exp.Expr]]:
        """Those of the join, with its conditions."""
        if not self.block:
            return [self], []
        leaves, conditions = self.child.leaves()
        return leaves, [*conditions, *self.conditions]

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """The needed columns and, but over inner joins, those of the conditions: these change without need."""
        child = prune(self.child, {*needed, *names_in(self.conditions)})
        columns = at(child.columns, positions(child.columns, needed)) if self.block else child.columns
        return replace(self, columns=columns, child=child)

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The conditions, and the columns where these are not all those of its input."""
        own = () if self._has_all_columns else first.names(self.columns)
        return (*first.names(self.child.columns), *first.texts(self.conditions), *own)

    @property
    def core(self) -> Operator:
        """The operator below projections and filters."""
        return self.child.core

    def origins(self) -> dict[str, str]:
        """Those of its input."""
        return self.child.origins()

    def is_unique(self, names: Collection[str], keys: Keys) -> bool:
        """Whether no two rows of its input are, which a condition can keep: `row_number = 1`, or an equality."""
        if self.block:
            return is_unique_in_join(*self.leaves(), names, keys)
        known = keys.followed(names, self.conditions)
        firsts = [self.child.partition_of(name) for name in map(is_first, self.conditions) if name]
        return self.child.is_unique(known, keys) or any(part <= known for part in firsts if part is not None)

    def partition_of(self, column: str) -> frozenset[str] | None:
        """That of its input."""
        return self.child.partition_of(column)

    def numbered_by(self, column: str) -> Operator | None:
        """The window of a column of its input."""
        return self.child.numbered_by(column)

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """Of each partition, a filter by the numbers of its rows keeps as many rows, but maybe others."""
        below, read = known(self.child), names_in(self.conditions)
        if not read & below.loose:
            return below
        for name, partition in below.places:
            if read <= {name, *partition}:
                return Differing(frozenset(self.columns) - partition, below.noisy)
        raise CannotPlanError("the order of rows decides which rows the view has")

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The conditions."""
        return f"Calc(where=[{joined(self.conditions, ' AND ')}])"

    def members(self) -> dict[str, Any]:
        """The conditions."""
        return {"type": "stream-exec-calc_1", "condition": joined(self.conditions, " AND ")}

    def planned(self, planning: Planning) -> Planned:
        """An inner join and its conditions are one node."""
        if self.block and self.block is self.child:
            return replace(self.block, conditions=self.conditions).planned(planning)
        return super().planned(planning)
