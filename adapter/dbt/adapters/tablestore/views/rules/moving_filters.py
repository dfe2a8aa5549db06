"""Conditions on the current time become filters of their own, as far below joins as they go.

There they read the rows between two times of one table only, and what is above follows these like other changes. They
stay above window functions, whose rows must be the same wherever a query uses them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.moments import Moment, moments_in
from dbt.adapters.tablestore.views.expressions.parts import column, names_in, substituted
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.explode import Explode
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.inner_join import InnerJoin
from dbt.adapters.tablestore.views.operators.left_join import LeftJoin
from dbt.adapters.tablestore.views.operators.moving_filter import MovingFilter
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.query import Query
from dbt.adapters.tablestore.views.operators.stateful import stateful_in
from dbt.adapters.tablestore.views.operators.union import Union
from dbt.adapters.tablestore.views.operators.whole import Whole
from dbt.adapters.tablestore.views.rules.facts import Facts
from dbt.adapters.tablestore.views.rules.rewritten import rewritten
from sqlglot import exp


def move_with_time(query: Query, facts: Facts) -> Query:
    """The query with its conditions on the current time as filters of their own.

    Raises:
        CannotPlanError: it uses the current time elsewhere, so that all of its rows can be others in each refresh.
    """
    root = rewritten(query.root, _moving)
    _refuse(moments_in(part for part in (*query.order, query.limit, query.offset) if part is not None))
    # the changes of operators whose state expires are read by macros, which know of no time
    of_states = [node for operator in stateful_in(root) for node in operator.of.walk()]
    for node in (*root.walk(), *of_states):
        if not isinstance(node, MovingFilter):
            _refuse(moments_in([node.query] if isinstance(node, Whole) else node.given))
    return replace(query, root=root)


def _refuse(found: Sequence[Moment]) -> None:
    if found:
        raise CannotPlanError(f"{found[0].sql('spark').lower()} returns another value in each refresh")


def _moving(node: Operator) -> Operator:
    if isinstance(node, Filter):
        moving = [condition for condition in node.conditions if moments_in([condition])]
        rest = tuple(condition for condition in node.conditions if condition not in moving)
        made = node if not moving else Filter(node.columns, node.child, rest) if rest else node.child
    elif isinstance(node, LeftJoin) and not node.null_aware:
        # the rows of the right side that can be found, whatever the left one has
        right = node.right
        moving = [part for part in node.conditions if moments_in([part]) and _reads(part, right)]
        for condition in moving:
            right = _filtered(right, condition)
        rest = tuple(part for part in node.conditions if part not in moving)
        return replace(node, right=right, conditions=rest) if moving else node
    else:
        return node
    for condition in moving:
        made = _filtered(made, condition)
    return made


def _filtered(node: Operator, condition: exp.Expr) -> Operator:
    """The rows of an operator that fulfil a condition, which applies as far below as possible."""
    return _pushed(node, condition) or MovingFilter(node.columns, node, condition)


def _pushed(node: Operator, condition: exp.Expr) -> Operator | None:
    """The operator with a condition below it; none if it has to apply to the result."""
    below = names_in([condition])
    if isinstance(node, Filter):
        child = _pushed(node.child, condition)
        return node.with_inputs([child]) if child else None
    if isinstance(node, (InnerJoin, LeftJoin)):
        if _reads(condition, node.left):
            return node.with_inputs([_filtered(node.left, condition), node.right])
        if isinstance(node, InnerJoin) and _reads(condition, node.right):
            return node.with_inputs([node.left, _filtered(node.right, condition)])
    elif isinstance(node, Project) and below <= set(node.plain):
        return node.with_inputs([_filtered(node.child, _renamed(condition, node.plain))])
    elif isinstance(node, Union):
        names = [dict(zip(node.columns, branch.columns, strict=True)) for branch in node.branches]
        pairs = zip(node.branches, names, strict=True)
        return node.with_inputs([_filtered(branch, _renamed(condition, of)) for branch, of in pairs])
    elif (isinstance(node, Aggregate) and node.keys and below <= set(node.keys)) or (
        isinstance(node, Explode) and below <= set(node.child.columns)
    ):
        return node.with_inputs([_filtered(node.child, condition)])
    return None


def _reads(condition: exp.Expr, node: Operator) -> bool:
    """Whether all columns of a condition are those of an operator."""
    return names_in([condition]) <= set(node.columns)


def _renamed(condition: exp.Expr, names: dict[str, str]) -> exp.Expr:
    return substituted(condition, [(column(name), column(other)) for name, other in names.items()])
