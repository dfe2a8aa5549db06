"""Left, semi and anti joins without an equality, or with a condition on the current time and the left side.

Their changes touch no keys, and the time changes which rows match. The pairs of an inner join follow both. So the rows
of the left side that match are found by an inner join: `l semi join r` has those that are equal to one of them in the
columns of the conditions, `l anti join r` the others, and `l left join r` the pairs and the others, with nulls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.expressions.parts import column, names_in, substituted
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.inner_join import InnerJoin
from dbt.adapters.tablestore.views.operators.join import JoinKind
from dbt.adapters.tablestore.views.operators.left_join import LeftJoin
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from dbt.adapters.tablestore.views.operators.union import Union
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder


def pair_join(builder: Builder, kind: JoinKind, left: Operator, right: Operator, on: Sequence[exp.Expr]) -> Operator:
    """A left, semi or anti join on these conditions."""
    matched, keys = _matched(builder, left, right, on)
    conditions = tuple(exp.NullSafeEQ(this=column(one), expression=column(other)) for one, other in keys)
    if kind == "semi":
        return LeftJoin(left.columns, "semi", left, matched, keys, conditions)
    others = LeftJoin(left.columns, "anti", left, matched, keys, conditions)
    if kind == "anti":
        return others
    pairs = _inner(left, right, on)
    nulls = tuple(exp.Null() for _ in right.columns)
    padded = Project(pairs.columns, others, (*map(column, left.columns), *nulls))
    return Union(pairs.columns, (pairs, padded))


def _matched(
    builder: Builder, left: Operator, right: Operator, on: Sequence[exp.Expr]
) -> tuple[Operator, tuple[tuple[str, str], ...]]:
    """The rows of the left side that match, in the columns of the conditions; the pairs of these columns."""
    used = tuple(name for name in left.columns if name in names_in(on)) or left.columns[:1]
    names, found = builder.names(used), builder.names(used)
    distinct = Aggregate(names, Project(names, left, tuple(map(column, used))), names)
    renamed = [(column(one), column(other)) for one, other in zip(used, names, strict=True)]
    pairs = _inner(distinct, right, [substituted(condition, renamed) for condition in on])
    matched = Aggregate(found, Project(found, pairs, tuple(map(column, names))), found)
    return matched, tuple(zip(used, found, strict=True))


def _inner(left: Operator, right: Operator, on: Sequence[exp.Expr]) -> Operator:
    inner = InnerJoin(left.columns + right.columns, "inner", left, right)
    return Filter(inner.columns, inner, tuple(on)) if on else inner
