"""Joins: those of FROM, and those that subqueries become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.sql.types import match_one_to_one
from dbt.adapters.tablestore.views.building.pair_joins import pair_join
from dbt.adapters.tablestore.views.building.scopes import reads
from dbt.adapters.tablestore.views.expressions.errors import CannotPlanError
from dbt.adapters.tablestore.views.expressions.moments import moments_in
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.full_join import FullJoin
from dbt.adapters.tablestore.views.operators.inner_join import InnerJoin
from dbt.adapters.tablestore.views.operators.join import JoinKind
from dbt.adapters.tablestore.views.operators.left_join import LeftJoin
from dbt.adapters.tablestore.views.operators.operator import Operator
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder


def kind_of(given: exp.Join) -> JoinKind:
    """The kind of a join in FROM; that of a right join is the one with its sides exchanged."""
    side, kind = (given.side or "").upper(), (given.kind or "").upper()
    if kind in ("SEMI", "ANTI"):
        return "semi" if kind == "SEMI" else "anti"
    if side in ("LEFT", "RIGHT", "FULL"):
        return "full" if side == "FULL" else "left"
    if side or kind not in ("", "INNER", "CROSS", "OUTER"):
        raise CannotPlanError(f"the query uses {side} {kind} JOIN")
    return "inner"


def is_right(given: exp.Join) -> bool:
    """Whether the right side of a join in FROM has all its rows in the result: it is the left side of the operator."""
    return (given.side or "").upper() == "RIGHT"


def join(
    builder: Builder,
    kind: JoinKind,
    left: Operator,
    right: Operator,
    on: Sequence[exp.Expr],
    null_aware: bool = False,
) -> Operator:
    """A join; sides of equal expressions become columns, and keys where the values of their types match one to one."""
    if kind == "inner":
        inner = InnerJoin(left.columns + right.columns, kind, left, right)
        return Filter(inner.columns, inner, tuple(on)) if on else inner
    given = left, right
    keys: list[tuple[str, str]] = []
    conditions: list[exp.Expr] = []
    for condition in on:
        # as the key of a join, a time would be a column, and not a bound
        if isinstance(condition, (exp.EQ, exp.NullSafeEQ)) and not moments_in([condition]):
            sides = [condition.left, condition.right]
            if reads(sides[1], left) and reads(sides[0], right):
                sides.reverse()
            if reads(sides[0], left) and reads(sides[1], right):
                pair = builder.as_column(left, sides[0]), builder.as_column(right, sides[1])
                if match_one_to_one(*(builder.types.of(node, [found.name])[0] for node, found in pair)):
                    (left, first), (right, second) = pair
                    keys.append((first.name, second.name))
                    condition = type(condition)(this=first, expression=second)
        conditions.append(condition)
    has_moving_pairs = any(moments_in([part]) and (kind == "full" or not reads(part, right)) for part in on)
    if (has_moving_pairs or not keys) and not null_aware:
        return pair_join(builder, kind, *given, on)
    columns = left.columns if kind in ("semi", "anti") else left.columns + right.columns
    made = FullJoin if kind == "full" else LeftJoin
    return made(columns, kind, left, right, tuple(keys), tuple(conditions), null_aware)
