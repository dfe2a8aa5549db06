"""The conditions of WHERE, HAVING and QUALIFY."""

from __future__ import annotations

from dbt.adapters.tablestore.views.building.scopes import reads
from dbt.adapters.tablestore.views.building.subqueries import Subqueries
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import has_subquery
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.operator import Operator
from sqlglot import exp


def conjuncts(condition: exp.Expr | None) -> list[exp.Expr]:
    """The parts of a condition that are all to be fulfilled."""
    if condition is None:
        return []
    condition = condition.unnest()
    return list(condition.flatten()) if isinstance(condition, exp.And) else [condition]


def conditions(query: exp.Select, clause: str) -> list[exp.Expr]:
    """The conditions of a clause of a SELECT."""
    return conjuncts(query.args[clause].this if query.args.get(clause) else None)


def restricted(
    node: Operator, condition: exp.Expr, subqueries: Subqueries, correlated: list[exp.Expr] | None = None
) -> Operator:
    """The rows that fulfil a condition.

    One that refers to the query around it is added to ``correlated``; without this, it is refused.
    """
    condition = condition.unnest()
    if has_subquery(condition):
        return subqueries.restricted(node, condition)
    if not reads(condition, node):
        if correlated is None:
            raise CannotPlanError(f"the query has the correlated condition {condition.sql('spark')}")
        correlated.append(condition)
        return node
    return Filter(node.columns, node, (condition,))
