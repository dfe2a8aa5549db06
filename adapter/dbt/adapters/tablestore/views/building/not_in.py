"""NOT IN where no column is equal for certain: of several columns, or correlated by other conditions than equality.

`(x, y) not in q` is true if no row of q is equal to it, or could be, because a comparison with a null is null. So a row
of q matches (x, y) if both are equal in the columns that have no null in either. Which columns have nulls is a
*pattern*, a number with a bit for each column. For one pattern of each side, rows match by equality, which changes can
be followed by, and needs no comparison of all pairs: the rows of q are taken once for each pattern of the other side,
without what is null there. Of many of them, one is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.pair_joins import each_once
from dbt.adapters.tablestore.views.building.scopes import Built
from dbt.adapters.tablestore.views.expressions.parts import column, enclosed, names_in
from dbt.adapters.tablestore.views.operators.constant import Constant
from dbt.adapters.tablestore.views.operators.inner_join import InnerJoin
from dbt.adapters.tablestore.views.operators.operator import Operator
from dbt.adapters.tablestore.views.operators.project import Project
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

_MOST = 3
"""Of how many columns there are patterns. Each makes rows twice as many; further columns are compared."""


def could_be_equal(builder: Builder, values: Sequence[exp.Expr], built: Built) -> tuple[Operator, list[exp.Expr]]:
    """The rows of a subquery, and the conditions by which they match those with these values."""
    names = built.node.columns[: len(values)]
    values, compared = values[:_MOST], values[_MOST:]
    names, others = names[:_MOST], names[_MOST:]
    of_values, of_rows = (_patterns(builder, len(values)) for _ in range(2))
    rest = {*others, *names_in(built.correlated)} & set(built.node.columns)
    rows = _rows_by_pattern(builder, built.node, names, of_values, sorted(rest))
    pattern, asked, *known = map(column, rows.columns)
    on: list[exp.Expr] = [
        exp.EQ(this=_pattern(values), expression=asked),
        exp.EQ(this=pattern, expression=column(of_rows.columns[0])),
    ]
    for number, value in enumerate(values):
        on.append(exp.NullSafeEQ(this=_known(value, of_rows, number), expression=known[number]))
    for value, name in zip(compared, map(column, others), strict=True):
        equal = exp.EQ(this=enclosed(value.copy()), expression=name)
        on.append(exp.Paren(this=exp.or_(equal, _is_null(value), _is_null(name), copy=False)))
    return InnerJoin((*of_rows.columns, *rows.columns), "inner", of_rows, rows), [*on, *built.correlated]


def _rows_by_pattern(
    builder: Builder, node: Operator, names: Sequence[str], asked: Constant, rest: Sequence[str]
) -> Operator:
    """The different rows of an operator: their pattern, one of another side, the values that are known in both."""
    pairs = InnerJoin((*node.columns, *asked.columns), "inner", node, asked)
    pattern, *known = builder.names(["_pattern", *("_known" for _ in names)])
    columns = (pattern, *asked.columns, *known, *rest)
    values = [_known(column(name), asked, number) for number, name in enumerate(names)]
    parts = (_pattern([*map(column, names)]), column(asked.columns[0]), *values, *map(column, rest))
    return each_once(builder, Project(columns, pairs, parts), rest)


def _patterns(builder: Builder, columns: int) -> Constant:
    """All patterns of so many columns."""
    rows = [exp.Tuple(expressions=[exp.Literal.number(pattern)]) for pattern in range(1 << columns)]
    return Constant((builder.name("_pattern"),), tuple(rows))


def _pattern(values: Sequence[exp.Expr]) -> exp.Expr:
    """The pattern of values."""
    bits: list[exp.Expr] = []
    for number, value in enumerate(values):
        bit, zero = exp.Literal.number(1 << number), exp.Literal.number(0)
        bits.append(exp.If(this=_is_null(value), true=bit, false=zero))
    return exp.Paren(this=reduce(lambda one, other: exp.Add(this=one, expression=other), bits))


def _known(value: exp.Expr, patterns: Constant, number: int) -> exp.Expr:
    """A value, or null where it is null in a pattern."""
    pattern = column(patterns.columns[0])
    bit = exp.Paren(this=exp.BitwiseAnd(this=pattern, expression=exp.Literal.number(1 << number)))
    return exp.If(this=exp.EQ(this=bit, expression=exp.Literal.number(0)), true=value.copy(), false=exp.Null())


def _is_null(value: exp.Expr) -> exp.Expr:
    return exp.Is(this=exp.Paren(this=value.copy()), expression=exp.Null())
