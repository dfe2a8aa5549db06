"""Outer, semi and anti joins without an equality, or with a condition on the current time and the left side.

Their changes touch no keys, and the time changes which rows match. The pairs of an inner join follow both. So the rows
that match are found by an inner join: `l semi join r` has those that are equal to one of them in the columns of the
conditions, and in the signs of zeros there, `l anti join r` the others, `l left join r` the pairs and the others with
nulls, and a full join those of both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.expressions.parts import column, names_in, substituted
from dbt.adapters.tablestore.views.operators.aggregate import Aggregate
from dbt.adapters.tablestore.views.operators.differing import is_float
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
    """A left, full, semi or anti join on these conditions."""
    if kind == "semi":
        return compared(builder, "semi", left, right, on)
    others = compared(builder, "anti", left, right, on)
    if kind == "anti":
        return others
    pairs = _inner(left, right, on)
    branches = [pairs, Project(pairs.columns, others, (*map(column, left.columns), *_nulls(right)))]
    if kind == "full":
        others = compared(builder, "anti", right, left, on)
        branches.append(Project(pairs.columns, others, (*_nulls(left), *map(column, right.columns))))
    return Union(pairs.columns, tuple(branches))


def _nulls(node: Operator) -> list[exp.Expr]:
    return [exp.Null() for _ in node.columns]


def compared(
    builder: Builder,
    kind: JoinKind,
    node: Operator,
    other: Operator,
    on: Sequence[exp.Expr],
) -> Operator:
    """The rows of an operator that match those of another one, or that do not."""
    found, pairs, equal = matched(builder, node, other, on)
    return LeftJoin(node.columns, kind, node, found, pairs, equal)


def matched(
    builder: Builder, node: Operator, other: Operator, on: Sequence[exp.Expr]
) -> tuple[Aggregate, tuple[tuple[str, str], ...], tuple[exp.Expr, ...]]:
    """The rows that match, in their columns in the conditions; the pairs of these columns; that both are equal."""
    used = tuple(name for name in node.columns if name in names_in(on)) or node.columns[:1]
    names, found = builder.names(used), builder.names(used)
    distinct = each_once(builder, Project(names, node, tuple(map(column, used))), names)
    renamed = [(column(one), column(other)) for one, other in zip(used, names, strict=True)]
    pairs = _inner(distinct, other, [substituted(condition, renamed) for condition in on])
    values: list[exp.Expr] = [*map(column, names)]
    same: list[tuple[exp.Expr, exp.Expr]] = [*zip(map(column, used), map(column, found), strict=True)]
    columns = found
    for at, _ in _signed(builder, node, used):
        sign = builder.name("_sign")
        values.append(_text(names[at]))
        same.append((_text(used[at]), column(sign)))
        columns += (sign,)
    rows = Aggregate(columns, Project(columns, pairs, tuple(values)), columns)
    equal = tuple(exp.NullSafeEQ(this=one, expression=other) for one, other in same)
    return rows, tuple(zip(used, found, strict=True)), equal


def each_once(builder: Builder, rows: Operator, names: Sequence[str]) -> Operator:
    """The different rows of an operator, of which some columns can be floating-point numbers.

    To a condition, -0.0 can be another value than 0.0, and a group of both has one of them. So such columns are grouped
    by their text too.
    """
    signed = [name for _, name in _signed(builder, rows, names)]
    if not signed:
        return Aggregate(rows.columns, rows, rows.columns)
    plain = tuple(name for name in rows.columns if name not in signed)
    keys = (*plain, *builder.names(signed), *builder.names(["_sign"] * len(signed)))
    given = Project(keys, rows, (*map(column, (*plain, *signed)), *map(_text, signed)))
    # the values of a group are all the same
    values: dict[str, exp.Expr] = {
        name: exp.Max(this=column(key)) for name, key in zip(signed, keys[len(plain) :], strict=False)
    }
    groups = Aggregate((*keys, *values), given, keys, values)
    return Project(rows.columns, groups, tuple(map(column, rows.columns)))


def _signed(builder: Builder, node: Operator, names: Sequence[str]) -> list[tuple[int, str]]:
    """The columns with floating-point numbers, and their places."""
    types = builder.types.of(node, names)
    return [(at, name) for at, (name, kind) in enumerate(zip(names, types, strict=True)) if is_float(kind)]


def _text(name: str) -> exp.Expr:
    return exp.Cast(this=column(name), to=exp.DataType.build("string"))


def _inner(left: Operator, right: Operator, on: Sequence[exp.Expr]) -> Operator:
    inner = InnerJoin(left.columns + right.columns, "inner", left, right)
    return Filter(inner.columns, inner, tuple(on)) if on else inner
