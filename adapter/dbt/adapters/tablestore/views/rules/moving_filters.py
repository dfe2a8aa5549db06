"""Conditions on the current time become filters of their own, as far below joins as they go.

There they read the rows between two times of one table only, and what is above follows these like other changes. They
stay above window functions and aggregates such as `first`, whose rows must be the same wherever a query uses them: two
uses share them only if both have the same rows below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from dbt.adapters.tablestore.views.operators.uniqueness import keys_of
from dbt.adapters.tablestore.views.operators.whole import Whole
from dbt.adapters.tablestore.views.rules.facts import Facts
from dbt.adapters.tablestore.views.rules.rewritten import rewritten
from sqlglot import exp


def move_with_time(query: Query, facts: Facts) -> Query:
    """The query with its conditions on the current time as filters of their own.

    Raises:
        CannotPlanError: it uses the current time elsewhere, so that all of its rows can be others in each refresh.
    """
    root = rewritten(query.root, _Pushing(facts.tables).moving)
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


class _Pushing:
    """Makes filters of conditions, given the columns of tables with their types."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self._tables = tables

    def moving(self, node: Operator) -> Operator:
        """The operator without the conditions on the current time that it has, which are filters now."""
        if isinstance(node, Filter):
            made = node.child
            for condition in node.conditions:
                made = self._filtered(made, condition) if moments_in([condition]) else _restricted(made, [condition])
            return made
        if isinstance(node, LeftJoin) and not node.null_aware:
            # the rows of the right side that can be found, whatever the left one has
            right, guards = node.right, list[exp.Expr]()
            moving = [part for part in node.conditions if moments_in([part]) and _reads(part, right)]
            for part in node.conditions:
                if part in moving:
                    right, guards = self._filtered(right, part, guards), []
                elif _reads(part, right):
                    guards.append(part)
            rest = tuple(part for part in node.conditions if part not in moving)
            return replace(node, right=right, conditions=rest) if moving else node
        return node

    def _filtered(self, node: Operator, condition: exp.Expr, guards: Sequence[exp.Expr] = ()) -> Operator:
        """The rows of an operator that fulfil the guards and then a condition, which apply as far below as possible.

        What comes before a condition can keep rows from it for which it has no value, and goes below with it:
        `d rlike '[0-9-]+' and cast(d as date) > current_date`.
        """
        return self._pushed(node, condition, guards) or MovingFilter(node.columns, _restricted(node, guards), condition)

    def _pushed(self, node: Operator, condition: exp.Expr, guards: Sequence[exp.Expr]) -> Operator | None:
        """The operator with a condition and its guards below it; None if the condition has to apply to the result."""
        if isinstance(node, Filter):
            return self._pushed(node.child, condition, (*node.conditions, *guards))
        if isinstance(node, (InnerJoin, LeftJoin)):
            sides = [node.left, node.right] if isinstance(node, InnerJoin) else [node.left]
            side = next((side for side in sides if _reads(condition, side)), None)
            if side:
                below = [guard for guard in guards if _reads(guard, side)]
                made = self._filtered(side, condition, below)
                inputs = [made if given is side else given for given in (node.left, node.right)]
                return _restricted(node.with_inputs(inputs), [guard for guard in guards if guard not in below])
        elif isinstance(node, Project) and names_in([condition]) <= set(node.plain):
            values = [(column(name), value) for name, value in zip(node.columns, node.expressions, strict=True)]
            below = [substituted(guard, values) for guard in guards]
            return node.with_inputs([self._filtered(node.child, _renamed(condition, node.plain), below)])
        elif isinstance(node, Union) and self._has_one_type(node, condition, *guards):
            branches = []
            for branch in node.branches:
                names = dict(zip(node.columns, branch.columns, strict=True))
                below = [_renamed(guard, names) for guard in guards]
                branches.append(self._filtered(branch, _renamed(condition, names), below))
            return node.with_inputs(branches)
        elif isinstance(node, Explode) or (isinstance(node, Aggregate) and node.keys and not node.takes_any_rows):
            known = node.keys if isinstance(node, Aggregate) else node.child.columns
            if names_in([condition]) <= set(known):
                below = [guard for guard in guards if names_in([guard]) <= set(known)]
                made = node.with_inputs([self._filtered(node.child, condition, below)])
                return _restricted(made, [guard for guard in guards if guard not in below])
        return None

    def _has_one_type(self, union: Union, *conditions: exp.Expr) -> bool:
        """Whether all branches are known to give the columns of conditions the same types.

        Otherwise, they can have other values below the union: of a date as text, and of the timestamp that it becomes.
        """
        read = names_in(conditions)
        known = [keys_of(branch, {}, self._tables).types for branch in union.branches]
        for position in (at for at, name in enumerate(union.columns) if name in read):
            pairs = zip(known, union.branches, strict=True)
            types = {of.get(branch.columns[position]) for of, branch in pairs}
            if len(types) > 1 or None in types:
                return False
        return True


def _restricted(node: Operator, conditions: Sequence[exp.Expr]) -> Operator:
    """The rows of an operator that fulfil conditions, which apply after those that it has."""
    if isinstance(node, Filter):
        return replace(node, conditions=(*node.conditions, *conditions))
    return Filter(node.columns, node, tuple(conditions)) if conditions else node


def _reads(condition: exp.Expr, node: Operator) -> bool:
    """Whether all columns of a condition are those of an operator."""
    return names_in([condition]) <= set(node.columns)


def _renamed(condition: exp.Expr, names: dict[str, str]) -> exp.Expr:
    return substituted(condition, [(column(name), column(other)) for name, other in names.items()])
