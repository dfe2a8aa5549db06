"""The window functions of a SELECT, one operator for each PARTITION BY."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.group_by import Rewrite
from dbt.adapters.tablestore.views.building.subqueries import correlated_key
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.parts import column, has_subquery, substituted, windows_of
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.window import Window
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder


def windowed(
    builder: Builder, node: Operator, parts: Sequence[exp.Expr], correlated: list[exp.Expr]
) -> tuple[Operator, Rewrite]:
    """Window functions over the rows, and what replaces them in an expression above them."""
    by_partition: dict[tuple[str, ...], dict[str, exp.Expr]] = {}
    replaced: list[tuple[exp.Expr, exp.Expr]] = []
    outer: list[str] = []
    # a window of a correlated subquery sees the rows of one row of the query around it
    for position, condition in enumerate(correlated):
        node, correlated[position], name = correlated_key(builder, node, condition)
        outer.append(name)
    for window in (window for part in parts for window in windows_of(part)):
        if any(window == known for known, _ in replaced):
            continue
        node, partition = _partition(builder, node, window, outer)
        name, made = builder.name("_window"), window.copy()
        made.set("partition_by", [*map(column, outer), *(made.args.get("partition_by") or ())])
        by_partition.setdefault(tuple(sorted(set(partition))), {})[name] = made
        replaced.append((window, column(name)))
    # the one without PARTITION BY is above the others, where a condition on its numbers or ranks is found
    for columns, functions in sorted(by_partition.items(), key=lambda of: not of[0]):
        node = Window((*node.columns, *functions), node, columns, functions)
    return node, lambda expression: substituted(expression, replaced)


def _partition(builder: Builder, node: Operator, window: exp.Expr, outer: Sequence[str]) -> tuple[Operator, list[str]]:
    """The rows with the keys of PARTITION BY as columns, and these columns."""
    partition = list(outer)
    for key in window.args.get("partition_by") or ():
        if key.find(exp.Column):  # a constant divides no rows
            node, found = builder.as_column(node, key)
            partition.append(found.name)
    if has_subquery(window):
        raise CannotPlanError("the query has a subquery inside a window")
    return node, partition
