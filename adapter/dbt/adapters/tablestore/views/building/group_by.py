"""GROUP BY, HAVING and the aggregates of a SELECT."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.grouping_sets import in_sets, is_of_set, is_of_sets
from dbt.adapters.tablestore.views.building.scopes import Scope, resolved
from dbt.adapters.tablestore.views.building.subqueries import Subqueries, correlated_key
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import (
    aggregates_of,
    column,
    has_subquery,
    own_columns,
    substituted,
)
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.operator import Operator
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

Rewrite = Callable[[exp.Expr], exp.Expr]
"""What replaces keys and aggregates, or window functions, in an expression above them."""


def grouped(
    builder: Builder,
    node: Operator,
    query: exp.Select,
    values: Sequence[exp.Expr],
    later: Sequence[exp.Expr],
    scope: Scope,
    subqueries: Subqueries,
    correlated: list[exp.Expr],
) -> tuple[Aggregate, Rewrite]:
    """Aggregates over the rows, and what replaces keys and aggregates in an expression above them.

    Args:
        builder: the builder.
        node: the rows.
        query: the SELECT.
        values: its items.
        later: the conditions of HAVING and QUALIFY.
        scope: the names that expressions can refer to.
        subqueries: those of the SELECT, which a key or the argument of an aggregate can have.
        correlated: the conditions that refer to the query around it, which become keys.
    """
    replaced: list[tuple[exp.Expr, exp.Expr]] = []
    keys: list[str] = []
    group_by: exp.Expr = query.args.get("group") or exp.Group()
    if is_of_sets(group_by):
        node, keys, replaced = in_sets(builder, node, group_by, [*values, *later], scope)
    for expression in () if keys else _given_keys(query, values, scope):
        if isinstance(expression, exp.Literal):
            raise CannotPlanError(f"the query uses GROUP BY {expression.sql('spark')}")
        node, value = subqueries.in_expression(node, expression) if has_subquery(expression) else (node, expression)
        node, key = builder.as_column(node, value)
        replaced.append((expression, key))
        keys.append(key.name)
    for position, condition in enumerate(correlated):
        node, correlated[position], name = correlated_key(builder, node, condition)
        keys.append(name)
    keys = list(dict.fromkeys(keys))
    aggregates = _aggregates(builder, [*values, *later])
    replaced += [(call, column(name)) for name, call in aggregates.items()]
    for name, call in aggregates.items():
        if has_subquery(call):
            node, aggregates[name] = subqueries.in_expression(node, call)
    group = Aggregate((*keys, *aggregates), node, tuple(keys), aggregates)

    def rewrite(expression: exp.Expr) -> exp.Expr:
        result = substituted(expression, replaced)
        for found in own_columns(result):
            if found.name not in group.columns and found.name in node.columns:
                raise CannotPlanError(f"the column {found.name} is neither grouped nor aggregated")
        return result

    return group, rewrite


def _given_keys(query: exp.Select, values: Sequence[exp.Expr], scope: Scope) -> list[exp.Expr]:
    """The expressions of GROUP BY."""
    group = query.args.get("group")
    if not group:
        return []
    if group.args.get("totals"):
        raise CannotPlanError("the query uses GROUP BY WITH TOTALS")
    given = [resolved(part.unnest() if isinstance(part, exp.Paren) else part, scope) for part in group.expressions]
    return [value for value in values if not aggregates_of(value)] if group.args.get("all") else given


def _aggregates(builder: Builder, parts: Sequence[exp.Expr]) -> dict[str, exp.Expr]:
    """The aggregates in expressions, each once: the name of its column -> the call."""
    aggregates: dict[str, exp.Expr] = {}
    for call in (call for part in parts for call in aggregates_of(part)):
        if is_of_set(call) or any(call == known for known in aggregates.values()):
            continue
        if call.find(exp.Window):
            raise CannotPlanError(f"the query has a window inside {call.sql('spark')}")
        wanted = "_" + call.sql_name().lower() if isinstance(call, exp.Func) else "_aggregate"
        aggregates[builder.name(wanted)] = call
    return aggregates
