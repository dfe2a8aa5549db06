"""UNION ALL, and UNION as the distinct rows of it. INTERSECT and EXCEPT have no incremental form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.order import ordered, without_limit
from dbt.adapters.tablestore.views.building.scopes import Built, Ctes, Scope
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.union import Union
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder


def union(builder: Builder, query: exp.Union, scope: Scope, ctes: Ctes) -> Built:
    """The rows of both sides."""
    branches: list[Built] = []
    for side in (query.left, query.right):
        built = without_limit(builder.query(side, scope, ctes))
        if built.correlated:
            raise CannotPlanError("a correlated subquery uses UNION")
        branches.append(built)
    if query.args.get("by_name") or len({len(built.names) for built in branches}) > 1:
        raise CannotPlanError("the query uses UNION BY NAME")
    columns = builder.names(branches[0].names)
    node: Operator = Union(columns, tuple(built.node for built in branches))
    if query.args.get("distinct"):
        node = Aggregate(columns, node, columns)
    return ordered(query, Built(node, branches[0].names))
