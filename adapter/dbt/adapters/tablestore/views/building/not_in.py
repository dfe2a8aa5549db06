"""NOT IN where no column is equal for certain: of several columns, or correlated by other conditions than equality.

`(x, y) not in q` is true if no row of q is equal to it, or could be, because a comparison with a null is null. So a row
of q matches (x, y) if, for each column, both are equal or one is null. Rows without nulls match by equality, which
changes can be followed by. The others match by pairs: the rows of q that have a null with all rows, and the other rows
of q with the rows that have a null.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dbt.adapters.tablestore.views.building.joins import join
from dbt.adapters.tablestore.views.building.pair_joins import compared
from dbt.adapters.tablestore.views.building.scopes import Built
from dbt.adapters.tablestore.views.expressions.parts import column
from dbt.adapters.tablestore.views.operators.filter import Filter
from dbt.adapters.tablestore.views.operators.operator import Operator
from sqlglot import exp

if TYPE_CHECKING:
    from dbt.adapters.tablestore.views.building.builder import Builder

Part = tuple[Operator, list[exp.Expr]]
"""Rows of a subquery, and the conditions by which they match."""


def rows_not_in(builder: Builder, node: Operator, values: Sequence[exp.Expr], built: Built) -> Operator:
    """The rows whose values are not among those of a subquery."""
    equal, *pairs = parts(values, built)
    made = join(builder, "anti", node, *equal)
    for part in pairs:
        made = compared(builder, "anti", made, *part, of=node)
    return made


def parts(values: Sequence[exp.Expr], built: Built) -> list[Part]:
    """The rows of a subquery that match by equality, and those that match by pairs, which are two parts."""
    names = built.node.columns[: len(values)]
    pairs = [(value, column(name)) for value, name in zip(values, names, strict=True)]
    has_null = _any_is_null([column(name) for name in names])
    known = Filter(built.node.columns, built.node, (exp.Not(this=exp.Paren(this=has_null)),))
    unknown = Filter(built.node.columns, built.node, (has_null.copy(),))
    equal = [_equal(*pair) for pair in pairs]
    alike: list[exp.Expr] = [exp.Paren(this=exp.or_(_equal(*pair), _any_is_null(pair), copy=False)) for pair in pairs]
    more = built.correlated
    return [
        (known, [*equal, *more]),
        (unknown, [*alike, *more]),
        (known, [exp.Paren(this=_any_is_null(values)), *alike, *more]),
    ]


def _equal(value: exp.Expr, name: exp.Expr) -> exp.Expr:
    return exp.EQ(this=value.copy(), expression=name.copy())


def _any_is_null(values: Sequence[exp.Expr]) -> exp.Expr:
    tests = [exp.Is(this=exp.Paren(this=value.copy()), expression=exp.Null()) for value in values]
    return exp.or_(*tests, copy=False)
