"""A query that is only evaluated as a whole: its result is known to be the same while its tables are.

It has no changes. Where one of its tables changes, the view has a full refresh.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.functions import depends_on_order, is_aggregate
from dbt.adapters.tablestore.views.operators import sql
from dbt.adapters.tablestore.views.operators.changes import Changes
from dbt.adapters.tablestore.views.operators.differing import Differing
from dbt.adapters.tablestore.views.operators.names import FirstNames
from dbt.adapters.tablestore.views.operators.operator import Columns, Operator, Prune, TypesOf, as_text
from dbt.adapters.tablestore.views.operators.values import Seed
from sqlglot import exp


@dataclass(frozen=True, eq=False)
class Whole(Operator):
    """A query that is only evaluated as a whole; ``reason`` says why."""

    query: exp.Expr
    names: dict[str, str]
    """The tables of the query: the name there -> the full name."""
    reason: str

    @property
    def reads(self) -> tuple[str, ...]:
        """Its tables."""
        return tuple(self.names.values())

    @property
    def tables_with_columns(self) -> Mapping[str, Columns | None]:
        """Its tables."""
        return dict.fromkeys(self.reads)

    def now(self, refresh: Changes, seed: Seed | None) -> tuple[str, Seed | None]:
        """The query over the tables as they are now."""
        query = self.query.copy()
        for table in list(query.find_all(exp.Table)):
            if table.name in self.names:
                table.set("this", exp.Var(this=refresh.table(self.names[table.name]).rows))
        return f"select * from ({sql.of_expression(query)}) as opaque({sql.listed(self.columns)})", None

    def changes(self, refresh: Changes) -> str | None:
        """Raises `CannotPlanError`: one of its tables has changed."""
        raise CannotPlanError(self.reason)

    def prune(self, needed: Collection[str], prune: Prune) -> Operator:
        """Itself: it has all its columns."""
        return self

    def differing(self, known: Callable[[Operator], Differing], types_of: TypesOf) -> Differing:
        """All columns, if it has aggregates; raises `CannotPlanError` if its rows depend on an order."""
        for part in self.query.walk():
            if isinstance(part, (exp.Limit, exp.Fetch, exp.Window)) or (is_aggregate(part) and depends_on_order(part)):
                raise CannotPlanError("the rows of the view depend on the order of those of a query in FROM")
        has_aggregates = any(map(is_aggregate, self.query.walk()))
        return Differing(noisy=frozenset(self.columns) if has_aggregates else frozenset())

    def distinguished(self, first: FirstNames) -> tuple[Any, ...] | None:
        """The text of the query."""
        return (sql.of_expression(self.query),)

    def explain(self, reasons: Mapping[str, str | None]) -> str:
        """The tables and the reason."""
        return f"Query(tables=[{', '.join(self.reads).replace('`', '')}]) computed as a whole: {self.reason}"

    def members(self) -> dict[str, Any]:
        """The query and the reason."""
        return {"type": "whole-query_1", "query": as_text(self.query), "reason": self.reason}
